import { urlOf } from '../../api/call.ts';

/** A link to the identity provider, which is a page of another server. */
export function OidcButton({ name, back }: { name: string; back: string | undefined }) {
  return (
    <>
      <div className="flex items-center gap-3 text-sm text-ink-3">
        <span className="h-px flex-1 bg-line" />
        or
        <span className="h-px flex-1 bg-line" />
      </div>
      <a
        href={urlOf('/v1/auth/oidc/start', {}, { return: back ?? '/' })}
        className="flex h-9 items-center justify-center rounded-md border border-line-strong bg-surface px-3 font-medium hover:bg-sunken"
      >
        Continue with {name}
      </a>
    </>
  );
}
