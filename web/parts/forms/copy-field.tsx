import copy from 'icon:copy';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { t } from '../../text/text.ts';
import { Button } from './button.tsx';

/** Copies a text to the clipboard. @returns false if the browser does not allow it, for example over plain HTTP */
export async function copyText(text: string): Promise<boolean> {
  // Without TLS, `navigator.clipboard` is undefined, although its type says otherwise.
  if (!isSecureContext) return false;
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

interface CopyFieldProps {
  readonly label: string;
  readonly value: string;
  /** The value was just created: focus it and copy it immediately. */
  readonly isFresh?: boolean;
}

/** A read-only text to copy. If the page may not copy it, the text is selected for the user to copy. */
export function CopyField({ label, value, isFresh = false }: CopyFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<'untouched' | 'copied' | 'selected'>('untouched');
  const take = async (): Promise<void> => {
    input.current?.focus();
    input.current?.select();
    setState((await copyText(value)) ? 'copied' : 'selected');
  };
  useEffect(() => {
    if (isFresh) void take();
  }, [isFresh, value]);
  return (
    <div class="field copy-field">
      <label for={id}>{label}</label>
      <div>
        <input
          ref={input}
          id={id}
          readOnly
          value={value}
          spellcheck={false}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button icon={copy} label={`${t().clipboard.copy}: ${label}`} onClick={() => void take()}>
          {t().clipboard.copy}
        </Button>
      </div>
      <p class="hint" role="status">
        {state === 'copied' && t().clipboard.copied}
        {state === 'selected' && t().clipboard.copyByKey}
      </p>
    </div>
  );
}
