import show from 'icon:arrow-right';
import clock from 'icon:rotate-ccw-clock';
import earlierStyle from 'style:earlier';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type ApiError, faultIn } from '../../../api/api-error.ts';
import { Icon } from '../../../parts/display/icon.tsx';
import { Button, CloseButton } from '../../../parts/forms/button.tsx';
import { Field, Form } from '../../../parts/forms/form.tsx';
import { addStyle } from '../../../parts/loading/add-style.ts';
import { navigate } from '../../../router.ts';
import { formatMoment, formatShort } from '../../../text/format.ts';
import { t } from '../../../text/text.ts';
import { fieldsOf, folderPathAt, type Stop, stopsOf, timeIn, timestampOf } from './times.ts';

await addStyle(earlierStyle);

interface TimeLineProps {
  readonly folderId: number;
  /** The time that is shown; undefined: now. */
  readonly at?: string;
  /** Closes the time line; undefined if it stays. */
  readonly onClose?: () => void;
}

/** Steps into the past and a field for any other time. A choice leads to the folder as it was then. */
export function TimeLine({ folderId, at, onClose }: TimeLineProps) {
  const box = useRef<HTMLElement>(null);
  const texts = t().earlier;
  const isNow = at === undefined;
  useFocus(box, at);
  const go = (time: string | undefined): void => {
    // The list that appears then takes the focus.
    if (isNow || time === undefined) document.getElementById('content')?.focus();
    navigate(folderPathAt(folderId, time));
  };
  return (
    <section
      ref={box}
      class={isNow ? 'time-line' : 'time-line past'}
      aria-label={t().earlierTimes}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose?.();
      }}
    >
      <div class="time-line-head">
        <Icon of={clock} />
        <p role="status">
          <b>{isNow ? texts.choose : texts.shown(formatMoment(at))}</b>
          {!isNow && <span> {texts.readOnly}</span>}
        </p>
        {onClose && <CloseButton onClick={onClose} />}
      </div>
      <ol>
        {stopsOf(at).map((stop) => (
          <li key={stop.step} class={stop.step}>
            <button
              type="button"
              aria-current={stop.step === 'chosen' ? 'time' : undefined}
              onClick={() => go(stop.at)}
            >
              {labelOf(stop)}
            </button>
          </li>
        ))}
        <li class="now">
          <button type="button" aria-current={isNow ? 'time' : undefined} onClick={() => go(undefined)}>
            {texts.now}
          </button>
        </li>
      </ol>
      <TimeForm key={at} at={at} onChoose={go} />
    </section>
  );
}

/** Puts the focus on the line when the user opens it, and keeps it there when the pressed button is gone. */
function useFocus(box: RefObject<HTMLElement | null>, at: string | undefined): void {
  useLayoutEffect(() => {
    if (at !== undefined) return undefined;
    const before = document.activeElement;
    box.current?.querySelector<HTMLElement>('ol button')?.focus();
    const element = box.current;
    return () => {
      if (element?.contains(document.activeElement) !== true) return;
      const list = document.querySelector<HTMLElement>('[role=grid]');
      if (before instanceof HTMLElement && before !== document.body) before.focus();
      else list?.focus();
    };
  }, []);
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    if (!isFirst.current && document.activeElement === document.body)
      box.current?.querySelector<HTMLElement>('[aria-current]')?.focus();
    isFirst.current = false;
  }, [at]);
}

/** Short: the text above the line has the whole time. */
function labelOf({ step, at }: Stop): string {
  return step === 'chosen' ? formatShort(at) : t().earlier[step];
}

interface TimeFormProps {
  readonly at: string | undefined;
  readonly onChoose: (at: string) => void;
}

/** A day and a time in the user's time zone. */
function TimeForm({ at, onChoose }: TimeFormProps) {
  const [error, setError] = useState<ApiError>();
  const texts = t().earlier;
  const shown = at === undefined ? new Date() : new Date(at);
  const initial = fieldsOf(Number.isNaN(shown.getTime()) ? new Date() : shown);
  return (
    <Form
      error={error}
      onSubmit={(values) => {
        const time = timeIn(values);
        if (time === undefined) setError(faultIn('day', texts.timeMissing));
        else if (time.getTime() > Date.now()) setError(faultIn('day', texts.future));
        else {
          setError(undefined);
          onChoose(timestampOf(time));
        }
      }}
    >
      <Field label={texts.date} name="day" type="date" initial={initial.day} error={error} />
      <Field label={texts.time} name="time" type="time" initial={initial.time} error={error} />
      <Button type="submit" icon={show}>
        {texts.show}
      </Button>
    </Form>
  );
}
