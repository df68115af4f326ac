import { Button, type ButtonProps, Dropdown, type MenuProps } from 'antd';
import { useRef, useState } from 'react';

interface MenuButtonProps extends ButtonProps {
  menu: MenuProps;
}

/** A button that opens a short list of things to do; the keyboard goes into the list and comes back. */
export function MenuButton({ menu, ...button }: MenuButtonProps) {
  const ref = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      autoFocus
      menu={menu}
      open={isOpen}
      onOpenChange={(next, { source }) => {
        setOpen(next);
        // Else the focus goes away with the list.
        if (source === 'menu') ref.current?.focus();
      }}
    >
      <Button ref={ref} aria-haspopup="menu" aria-expanded={isOpen} {...button} />
    </Dropdown>
  );
}
