import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Button } from '../../parts/forms/button.tsx';
import { copyText } from '../../parts/forms/copy-field.tsx';
import { t } from '../../text/text.ts';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly login: string;
  readonly onKept: () => void;
}

/** Shows the recovery codes once, to download, copy or write down. */
export function RecoveryCodes({ codes, login, onKept }: RecoveryCodesProps) {
  const texts = t().myAccount;
  const list = useRef<HTMLUListElement>(null);
  const [note, setNote] = useState('');
  const content = `${texts.recoveryFile(login)}\n\n${codes.join('\n')}\n`;
  const url = useMemo(() => URL.createObjectURL(new Blob([content], { type: 'text/plain' })), [content]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  useLayoutEffect(() => list.current?.focus(), []);
  const copy = async (): Promise<void> => {
    if (await copyText(codes.join('\n'))) setNote(t().clipboard.copied);
    else {
      if (list.current) getSelection()?.selectAllChildren(list.current);
      setNote(t().clipboard.copyByKey);
    }
  };
  return (
    <div class="stack">
      <p>{texts.recoveryHint}</p>
      <ul ref={list} class="recovery-codes" tabIndex={-1} aria-label={texts.recoveryCodes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div class="buttons">
        <a class="button" href={url} download={`dms-${login}.txt`}>
          {texts.download}
        </a>
        <Button onClick={() => void copy()}>{texts.copyAll}</Button>
        <span class="hint" role="status">
          {note}
        </span>
      </div>
      <Button variant="primary" onClick={onKept}>
        {texts.kept}
      </Button>
    </div>
  );
}
