/** Reports whether elements of a scrolling frame are in or near the viewport. */
export class ViewportObserver {
  #observer: IntersectionObserver | undefined;
  readonly #told = new Map<Element, (isNear: boolean) => void>();

  /** @returns stops watching the element */
  watch(element: Element, frame: Element | null, tell: (isNear: boolean) => void): () => void {
    this.#observer ??= new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) this.#told.get(target)?.(isIntersecting);
      },
      // One viewport height above and below, so that the next pages are already drawn.
      { root: frame, rootMargin: '100% 0px' },
    );
    const observer = this.#observer;
    this.#told.set(element, tell);
    observer.observe(element);
    return () => {
      observer.unobserve(element);
      this.#told.delete(element);
    };
  }
}
