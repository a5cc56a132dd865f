import type { ComponentChildren } from 'preact';

interface SectionProps {
  readonly title: string;
  readonly hint?: string;
  readonly children: ComponentChildren;
}

/** A subject of a page: what it is about on the left, what is known or can be done on the right. */
export function Section({ title, hint, children }: SectionProps) {
  return (
    <section class="account-section">
      <header>
        <h2>{title}</h2>
        {hint !== undefined && <p class="hint">{hint}</p>}
      </header>
      <div>{children}</div>
    </section>
  );
}
