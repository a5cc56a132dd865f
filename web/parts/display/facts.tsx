import type { ComponentChildren } from 'preact';

interface FactsProps {
  /** Position of each name relative to its value. */
  readonly variant: 'above' | 'beside';
  readonly children: ComponentChildren;
}

/** A list of properties: names and values. */
export function Facts({ variant, children }: FactsProps) {
  return <dl class={variant === 'above' ? 'facts' : 'admin-facts'}>{children}</dl>;
}

/** One property of {@link Facts}. */
export function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
