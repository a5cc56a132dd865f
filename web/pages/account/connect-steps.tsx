import type { ComponentChildren } from 'preact';
import { CopyField } from '../../parts/forms/copy-field.tsx';
import { t } from '../../text/text.ts';
import type { System } from './device.ts';

interface StepsProps {
  readonly address: string;
  readonly login: string;
}

/** Instructions for one system, in that system's own terms. */
export function ConnectSteps({ system, ...props }: StepsProps & { readonly system: System }) {
  const Steps = STEPS[system];
  return (
    <div class="stack steps">
      <Steps {...props} />
    </div>
  );
}

const STEPS = { windows: Windows, macos: MacOs, linux: Linux, phone: Phone } as const;

function Numbered({ steps }: { readonly steps: readonly string[] }) {
  return (
    <ol>
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <section class="stack">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Windows({ address, login }: StepsProps) {
  const texts = t().drive;
  return (
    <>
      <Numbered steps={texts.windows(address, login)} />
      <CopyField label={texts.command} value={`net use * "${address}" * /user:${login} /persistent:yes`} />
      <p class="hint">{texts.windowsNote}</p>
    </>
  );
}

function MacOs({ address, login }: StepsProps) {
  return <Numbered steps={t().drive.macos(address, login)} />;
}

function Linux({ address, login }: StepsProps) {
  const texts = t().drive;
  // GNOME uses the URL schemes `dav` and `davs` for WebDAV.
  const davAddress = address.replace(/^http/, 'dav');
  const setUp = `rclone config create dms webdav url=${address} vendor=other user=${login} pass=TOKEN --obscure`;
  return (
    <>
      <Part title={texts.files}>
        <Numbered steps={texts.gnome(davAddress, login)} />
      </Part>
      <Part title={texts.davfs}>
        <CopyField label={texts.davfsCommand} value={`sudo mount -t davfs -o uid=$USER ${address} /mnt`} />
        <p class="hint">{texts.davfsNote}</p>
      </Part>
      <Part title={texts.rclone}>
        <CopyField label={texts.rcloneSetUp} value={setUp} />
        <CopyField label={texts.rcloneMount} value="rclone mount --vfs-cache-mode writes dms: ~/dms" />
      </Part>
    </>
  );
}

function Phone({ address, login }: StepsProps) {
  const texts = t().drive;
  return (
    <>
      <p>{texts.phoneHere}</p>
      <Part title={texts.ios}>
        <Numbered steps={texts.iosSteps(address, login)} />
      </Part>
      <Part title={texts.android}>
        <Numbered steps={texts.androidSteps(address, login)} />
      </Part>
    </>
  );
}
