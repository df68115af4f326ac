import { Link, type LinkProps } from 'react-router';
import styles from './plain-button.module.css';

interface PlainLinkProps extends Omit<LinkProps, 'className'> {
  look?: 'primary' | 'quiet';
}

/** A link that looks like a button, for pages that load without antd. */
export function PlainLink({ look = 'quiet', ...rest }: PlainLinkProps) {
  return <Link className={`${styles.button} ${styles[look]}`} {...rest} />;
}
