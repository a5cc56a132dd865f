interface IconProps {
  /** The data of its path, as `icon:NAME` gives it. */
  readonly of: string;
  readonly size?: number;
}

/** An icon. It says nothing by itself: what it stands for has a name of its own. */
export function Icon({ of, size = 20 }: IconProps) {
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={of} />
    </svg>
  );
}
