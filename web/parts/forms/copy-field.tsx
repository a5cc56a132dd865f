import copy from 'icon:copy';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { t } from '../../text/text.ts';
import { Button } from './button.tsx';

/** Puts a text into the clipboard. @returns false where the browser does not let a page do so, as over plain HTTP */
export async function copyText(text: string): Promise<boolean> {
  // Without TLS there is none, though its type says that there always is.
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
  /** It is what the user has just asked for: it has the focus, and is copied at once. */
  readonly isFresh?: boolean;
}

/** A text to be taken elsewhere. Where the page may not copy it, it is selected, and the user copies it. */
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
        <Button icon={copy} label={`${t().myAccount.copy}: ${label}`} onClick={() => void take()}>
          {t().myAccount.copy}
        </Button>
      </div>
      <p class="hint" role="status">
        {state === 'copied' && t().myAccount.copied}
        {state === 'selected' && t().myAccount.copyByKey}
      </p>
    </div>
  );
}
