import { Suspense, useLayoutEffect, useRef, type ReactNode } from 'react'
import { AlonePage } from '../../shell/alone-page.tsx'
import { useAgency } from './use-agency.ts'
import { latePart } from '../../shell/late-code.ts'
import { RefusedError } from '../../../../platform/client/index.ts'
import { Refusal } from '../../parts/feedback/refusal.tsx'
import { useWaysWords } from '../../words/sign-in/index.ts'

// It comes with the portal and its style: a person whose link names an agency mostly reads the portal next.
const AgencyFrame = latePart(async () => (await import('../../portal/way-in-pages.ts')).AgencyFrame)

// A reader continues at the title of the next step, which is another component.
let shownBefore: string | undefined

interface SignInFrameProps {
  readonly title: string
  readonly text?: ReactNode
  /** Whether it announces a dead end. */
  readonly isAlert?: boolean
  readonly children?: ReactNode
}

/** A page before sign-in: its subject and one form, in the name of the agency if the link has one. */
export const SignInFrame = ({ title, text, isAlert = false, children }: SignInFrameProps) => {
  const agency = useAgency()
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    document.title = `${title} · ${agency?.name ?? 'Atelier'}`
    if (shownBefore !== undefined && shownBefore !== title) heading.current?.focus({ preventScroll: true })
    shownBefore = title
  }, [title, agency])
  const content = (
    <>
      <div role={isAlert ? 'alert' : undefined}>
        <h1 ref={heading} tabIndex={-1} dir="auto">
          {title}
        </h1>
        {text ? <p>{text}</p> : null}
      </div>
      {children}
    </>
  )
  if (!agency) return <AlonePage>{content}</AlonePage>
  return (
    <Suspense>
      <AgencyFrame agency={agency}>{content}</AgencyFrame>
    </Suspense>
  )
}

/** The refusal of a sign-in, in its own words. Nothing without an error. */
export const SignInRefusal = ({ error }: { readonly error: unknown }) => (
  <Refusal error={error} codes={useWaysWords().codes} />
)

/** The code of the server's refusal; undefined for any other error. */
export const errorCodeOf = (error: unknown): string | undefined =>
  error instanceof RefusedError ? error.answered.code : undefined
