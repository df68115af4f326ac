import { Steps } from 'antd';

interface WizardStepsProps {
  titles: readonly string[];
  /** Counted from 0. */
  current: number;
}

/** Where one is in what is done in steps. */
export function WizardSteps({ titles, current }: WizardStepsProps) {
  return (
    <Steps
      style={{ marginBottom: 24 }}
      size="small"
      current={current}
      items={titles.map((title) => ({ title }))}
    />
  );
}
