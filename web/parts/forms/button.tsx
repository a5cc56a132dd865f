import close from 'icon:x';
import type { ComponentChildren } from 'preact';
import { t } from '../../text/text.ts';
import { Icon } from '../look/icon.tsx';

interface ButtonProps {
  readonly children: ComponentChildren;
  readonly icon?: string;
  /** `primary`: the one thing to do here. `danger`: what cannot be taken back. */
  readonly look?: 'plain' | 'primary' | 'danger';
  readonly type?: 'button' | 'submit';
  readonly disabled?: boolean;
  readonly hasMenu?: boolean;
  /** What Enter does in the dialog that it stands in. */
  readonly hasFocus?: boolean;
  /** Its name, where its words alone do not say what they are about. */
  readonly label?: string;
  readonly onClick?: (event: MouseEvent) => void;
}

/** A button with words. */
export function Button({
  children,
  icon,
  look = 'plain',
  type = 'button',
  disabled,
  hasMenu = false,
  hasFocus = false,
  label,
  onClick,
}: ButtonProps) {
  return (
    <button
      type={type}
      class={`button ${look}`}
      disabled={disabled}
      aria-haspopup={hasMenu ? 'menu' : undefined}
      aria-label={label}
      autofocus={hasFocus}
      onClick={onClick}
    >
      {icon && <Icon of={icon} size={18} />}
      <span>{children}</span>
    </button>
  );
}

interface IconButtonProps {
  readonly icon: string;
  /** What it does: its name, and shown when the pointer rests on it. */
  readonly label: string;
  readonly isPressed?: boolean;
  readonly hasMenu?: boolean;
  readonly tabIndex?: number;
  readonly disabled?: boolean;
  readonly onClick: (event: MouseEvent & { readonly currentTarget: HTMLButtonElement }) => void;
}

/** A button with an icon alone. */
export function IconButton(props: IconButtonProps) {
  const { icon, label, isPressed, hasMenu = false, tabIndex, disabled, onClick } = props;
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      aria-haspopup={hasMenu ? 'menu' : undefined}
      tabIndex={tabIndex}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon of={icon} />
    </button>
  );
}

/** Closes what it stands in. */
export function CloseButton({ onClick }: Pick<IconButtonProps, 'onClick'>) {
  return <IconButton icon={close} label={t().close} onClick={onClick} />;
}
