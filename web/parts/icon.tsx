import { createElement } from 'preact';

/** The elements of an icon, as `icon:NAME` gives them. */
export type IconNodes = readonly (readonly [element: string, attributes: Readonly<Record<string, string>>])[];

/** An icon. It says nothing by itself: what it stands for has a name of its own. */
export function Icon({ of, size = 20 }: { readonly of: IconNodes; readonly size?: number }) {
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      {of.map(([element, attributes]) => createElement(element, attributes))}
    </svg>
  );
}
