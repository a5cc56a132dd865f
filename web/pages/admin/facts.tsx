import type { ComponentChildren } from 'preact';

/** What is known of something: names, and what they have. */
export function Facts({ children }: { readonly children: ComponentChildren }) {
  return <dl class="admin-facts">{children}</dl>;
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
