import type { ComponentChildren } from 'preact';

interface FactsProps {
  /** Each name stands above what it has, or beside it. */
  readonly look: 'above' | 'beside';
  readonly children: ComponentChildren;
}

/** What is known of something: names, and what they have. */
export function Facts({ look, children }: FactsProps) {
  return <dl class={look === 'above' ? 'facts' : 'admin-facts'}>{children}</dl>;
}

/** A line of {@link Facts}. */
export function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
