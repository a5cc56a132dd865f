/** These work by themselves, without the list. */
const FREE = new Set(['Tab', 'Escape', 'Shift', 'Control', 'Alt', 'Meta']);

/**
 * Holds back the keys that are pressed in an element until work is done, and passes them on then: what a user types ahead is
 * about what the work leads to. If it fails they are forgotten.
 * @throws what the work throws
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
