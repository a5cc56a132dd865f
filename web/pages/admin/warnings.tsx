import well from 'icon:circle-check';
import warning from 'icon:triangle-alert';
import { Icon } from '../../parts/look/icon.tsx';
import { t } from '../../text/text.ts';
import type { Status } from './status-page.tsx';

/** What is wrong with the service, and what can be done about it. */
function sentencesOf({ database, data_directory, warnings, status }: Status): readonly string[] {
  const texts = t().admin;
  const known = new Map(Object.entries(texts.warnings));
  const faults = [
    ...(database ? [] : [texts.databaseFails]),
    ...(data_directory ? [] : [texts.directoryFails]),
    ...warnings.map((code) => known.get(code) ?? texts.otherWarning(code)),
  ];
  return status === 'failed' && faults.length === 0 ? [texts.failing] : faults;
}

/** Says that all is well, or what is not. */
export function Warnings({ status }: { readonly status: Status }) {
  const sentences = sentencesOf(status);
  return (
    <div role="status" class="stack">
      {sentences.length === 0 && (
        <p class="all-well">
          <Icon of={well} />
          <span>{t().admin.allWell}</span>
        </p>
      )}
      {sentences.map((sentence) => (
        <p key={sentence} class="warning">
          <Icon of={warning} />
          <span>{sentence}</span>
        </p>
      ))}
    </div>
  );
}
