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
      onOpenChange={(next) => {
        // Else the focus goes away with the list.
        if (!next && document.activeElement?.closest('[role=menu]')) ref.current?.focus();
        setOpen(next);
      }}
    >
      <Button ref={ref} aria-haspopup="menu" aria-expanded={isOpen} {...button} />
    </Dropdown>
  );
}
