import { useEffect } from 'preact/hooks';
import { asApiError } from './api/api-error.ts';
import { account, isSignInAsked } from './api/session.ts';
import { Dialog } from './parts/dialogs/dialog.tsx';
import { MoveQuestion } from './parts/dialogs/move-question.tsx';
import { Problem } from './parts/dialogs/problem.tsx';
import { Toasts } from './parts/dialogs/toasts.tsx';
import { SignInForm } from './parts/forms/sign-in-form.tsx';
import { Help } from './parts/help/help.tsx';
import { useLoaded } from './parts/hooks/use-loaded.ts';
import { loadPart } from './parts/loading/load-part.ts';
import { Loading } from './parts/loading/loading.tsx';
import { Shell } from './parts/shell/shell.tsx';
import { navigate, type PageProps, pageLocation } from './router.ts';
import { routeOf } from './routes.ts';
import { t } from './text/text.ts';
import { lookForUnfinished, unfinishedNotice } from './upload/look-for-unfinished.ts';
import { uploadOverlays } from './upload/upload.ts';

/** The root component: the current page, its shell, and the overlays. */
export function App() {
  const { path, query } = pageLocation.value;
  const found = routeOf(path);
  const isAlone = found?.route.isAlone === true;
  const mustSignIn = account.value === null && !isAlone;
  useEffect(() => {
    if (mustSignIn) navigate(`/sign-in?to=${encodeURIComponent(path + location.search)}`, { replace: true });
  }, [mustSignIn]);
  const isSignedIn = account.value !== null;
  useEffect(() => {
    // Guests have no unfinished uploads. A failure needs no message, because the uploads stay stored.
    if (isSignedIn) lookForUnfinished().catch(() => undefined);
  }, [isSignedIn]);
  if (mustSignIn) return null;
  const Unfinished = unfinishedNotice.value;
  const Uploads = uploadOverlays.value;
  const page = found === undefined ? <NotFound /> : <PageAt {...found} query={query} />;
  return (
    <>
      {isAlone ? page : <Shell>{page}</Shell>}
      {Unfinished && <Unfinished />}
      {Uploads && <Uploads />}
      <MoveQuestion />
      <Toasts />
      <Help />
      {isSignInAsked.value && (
        <Dialog title={t().signIn} isForced onClose={() => undefined}>
          <p>{t().signInAgain}</p>
          <SignInForm onSignedIn={() => undefined} />
        </Dialog>
      )}
    </>
  );
}

function NotFound() {
  return (
    <div class="notice">
      <h1>{t().notHere}</h1>
      <a class="button primary" href="/">
        {t().toFiles}
      </a>
    </div>
  );
}

type Found = NonNullable<ReturnType<typeof routeOf>>;

function PageAt({ route, params, query }: Found & Pick<PageProps, 'query'>) {
  if (route.page !== undefined) return <route.page params={params} query={query} />;
  return <LoadedPage key={route.path} route={route} params={params} query={query} />;
}

function LoadedPage({ route, ...props }: PageProps & Pick<Found, 'route'>) {
  const { value, error, reload } = useLoaded(
    () => loadPart(async () => route.load?.(), ...(route.texts ?? [])),
    [route],
  );
  if (error !== undefined) return <Problem error={asApiError(error)} onRetry={reload} />;
  if (value === undefined) return <Loading />;
  return <value.Page {...props} />;
}
