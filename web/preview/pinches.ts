/** The midpoint between two fingers, in viewport coordinates. */
interface Middle {
  readonly x: number;
  readonly y: number;
}

/**
 * Reports pinch gestures on an element, and lets a mouse drag its content.
 * @param onPinch called with the factor since the last call
 * @returns stops the reports
 */
export function pinches(element: HTMLElement, onPinch: (factor: number, at: Middle) => void): () => void {
  const fingers = new Map<number, PointerEvent>();
  const ends = new AbortController();
  const { signal } = ends;
  const spread = (): { distance: number; middle: Middle } | undefined => {
    const [one, other] = [...fingers.values()];
    if (one === undefined || other === undefined) return undefined;
    return {
      distance: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
      middle: { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 },
    };
  };
  const move = (event: PointerEvent): void => {
    const last = fingers.get(event.pointerId);
    if (last === undefined) return;
    const before = spread();
    fingers.set(event.pointerId, event);
    const after = spread();
    if (before !== undefined && after !== undefined && before.distance > 0)
      onPinch(after.distance / before.distance, after.middle);
    else if (event.pointerType === 'mouse')
      element.scrollBy(last.clientX - event.clientX, last.clientY - event.clientY);
  };
  const lift = ({ pointerId }: PointerEvent): void => void fingers.delete(pointerId);
  element.addEventListener('pointerdown', (event) => fingers.set(event.pointerId, event), { signal });
  addEventListener('pointermove', move, { signal });
  addEventListener('pointerup', lift, { signal });
  addEventListener('pointercancel', lift, { signal });
  return () => ends.abort();
}
