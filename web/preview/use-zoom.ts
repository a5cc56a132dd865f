import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { pinches } from './pinches.ts';

const MAX_SCALE = 16;
const MIN_SCALE = 0.05;
const WHEEL_SPEED = 0.002;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A zoomable picture in a scrolling frame. */
interface Zoom {
  readonly frame: { readonly current: HTMLDivElement | null };
  readonly picture: { readonly current: HTMLImageElement | null };
  /** 1 is the natural size; undefined: fitted to the frame. */
  readonly scale: number | undefined;
  /** @param factor relative to the current size; the centre of the frame stays in place */
  readonly zoom: (factor: number) => void;
  readonly fit: () => void;
}

/** Zooms a picture by buttons, mouse wheel and pinch. @param width natural width; 0 while unknown */
export function useZoom(width: number): Zoom {
  const [scale, setScale] = useState<number>();
  const frame = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLImageElement>(null);
  /** The point of the picture that stays in place during a zoom. */
  const kept = useRef<{ readonly share: Point; readonly at: Point }>(undefined);
  const zoom = (factor: number, at?: Point): void => {
    const rect = picture.current?.getBoundingClientRect();
    const box = frame.current?.getBoundingClientRect();
    if (rect === undefined || box === undefined || width === 0) return;
    const point = at ?? { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    kept.current = {
      at: point,
      share: { x: (point.x - rect.x) / rect.width, y: (point.y - rect.y) / rect.height },
    };
    setScale(Math.min(MAX_SCALE, Math.max(MIN_SCALE, (rect.width / width) * factor)));
  };
  const latest = useRef(zoom);
  latest.current = zoom;
  useLayoutEffect(() => {
    const rect = picture.current?.getBoundingClientRect();
    if (kept.current === undefined || rect === undefined) return;
    const { share, at } = kept.current;
    frame.current?.scrollBy(rect.x + share.x * rect.width - at.x, rect.y + share.y * rect.height - at.y);
    kept.current = undefined;
  }, [scale]);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      latest.current(Math.exp(-event.deltaY * WHEEL_SPEED), { x: event.clientX, y: event.clientY });
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    const end = pinches(element, (factor, at) => latest.current(factor, at));
    return () => {
      element.removeEventListener('wheel', onWheel);
      end();
    };
  }, []);
  return { frame, picture, scale, zoom, fit: () => setScale(undefined) };
}
