interface IconProps {
  /** Its path data, from an import of `icon:NAME`. */
  readonly of: string;
  readonly size?: number;
}

/** An icon. Hidden from screen readers, because the element around it has a name of its own. */
export function Icon({ of, size = 20 }: IconProps) {
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={of} />
    </svg>
  );
}
