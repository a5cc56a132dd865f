/** Keys that work without the list. */
const FREE = new Set(['Tab', 'Escape', 'Shift', 'Control', 'Alt', 'Meta']);

/**
 * Holds back the keys pressed in an element until the work is done, then dispatches them. Keys that the user types
 * ahead apply to the result of the work. If the work fails, the keys are discarded.
 * @throws the error of the work
 */
export async function holdKeys(element: EventTarget | null, work: Promise<unknown>): Promise<void> {
  const held: KeyboardEvent[] = [];
  const hold = (event: KeyboardEvent): void => {
    if (event.target !== element || FREE.has(event.key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    held.push(event);
  };
  addEventListener('keydown', hold, { capture: true });
  await work.finally(() => removeEventListener('keydown', hold, { capture: true }));
  for (const event of held) element?.dispatchEvent(new KeyboardEvent('keydown', event));
}
