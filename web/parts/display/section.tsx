import type { ComponentChildren } from 'preact';

interface SectionProps {
  readonly title: string;
  readonly hint?: string;
  readonly children: ComponentChildren;
}

/** A section of a page: title and hint on the left, content on the right. */
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
