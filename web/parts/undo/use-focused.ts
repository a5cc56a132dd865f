import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Focuses an element when a step of the dialog appears, because the focused button of the previous step is gone. Not the
 * button of the next step: a key that is still held would press it.
 */
export function useFocused<T extends HTMLElement>(): RefObject<T | null> {
  const element = useRef<T>(null);
  useLayoutEffect(() => element.current?.focus(), []);
  return element;
}
