/** Tells elements in a frame that scrolls whether they are on the screen or close to it. */
export class Nearness {
  #observer: IntersectionObserver | undefined;
  readonly #told = new Map<Element, (isNear: boolean) => void>();

  /** @returns ends it */
  watch(element: Element, frame: Element | null, tell: (isNear: boolean) => void): () => void {
    this.#observer ??= new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) this.#told.get(target)?.(isIntersecting);
      },
      // As much again above and below: what comes next is drawn already.
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
