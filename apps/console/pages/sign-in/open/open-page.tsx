import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation } from 'react-router'
import { RefusedError } from '../../../../../platform/client/index.ts'
import { LinkButton, Button } from '../../../parts/forms/button.tsx'
import { paths } from '../../../paths.ts'
import { AlonePage } from '../../../shell/alone-page.tsx'
import { useWaysWords, type WaysWords } from '../../../words/sign-in/index.ts'
import { findLinkTarget, type EmailLink } from './link-target.ts'
import { SignInFrame, SignInRefusal } from '../sign-in-frame.tsx'
import { useState } from 'react'
import { getCycle } from '../../../../../domains/delivery/cycles/contract.ts'
import { getPendingRequest, resolvePendingRequest } from '../../../../../domains/delivery/requests/contract.ts'
import { call } from '../../../api/client.ts'
import { useChange } from '../../../api/use-change.ts'
import { DraftField } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { useFields } from '../../../parts/forms/use-form.ts'
import { readLinkedApproval, type LinkedApproval } from './linked-approval.ts'
import { latePart } from '../../../shell/late-code.ts'
import './email-action.css'

/**
 * Leads from the link of a letter to the page that it is about, in the workspace that it comes from. A person who does
 * not work there, a client without a portal, finds it on this page.
 */
export const OpenPage = () => {
  const { hash } = useLocation()
  const { data: place, error } = useQuery({
    queryKey: ['placeBehind', hash],
    queryFn: () => findLinkTarget(hash),
    staleTime: 0,
  })
  const letter = typeof place === 'object' && place !== null ? place : undefined
  const { data: thing, error: unread } = useEmailSubject(letter)
  const words = useWaysWords().letter
  const failed = error ?? (isAbsent(unread) ? null : unread)
  if (isNobody(failed)) return <Navigate to={paths.signIn(`/open${hash}`)} replace />
  if (typeof place === 'string') return <Navigate to={place} replace />
  if (letter && thing) return <EmailAction letter={letter} thing={thing} />
  if (!failed && !unread && (place === undefined || (letter && thing === undefined))) return <AlonePage />
  return (
    <SignInFrame title={failed ? words.unread : words.absent} text={failed ? null : words.absentText} isAlert>
      <SignInRefusal error={failed} />
      <LinkButton isFullWidth to={paths.signIn(`/open${hash}`)}>
        {words.another}
      </LinkButton>
    </SignInFrame>
  )
}

/** An unshared thing and a missing one look alike. */
const isAbsent = (error: unknown) => error instanceof RefusedError && (error.status === 403 || error.status === 404)

const isNobody = (error: unknown) => error instanceof RefusedError && error.status === 401

// With the portal's parts, which no other way in needs.
const LetterApproval = latePart(async () => (await import('../../../portal/delivered-pages.ts')).LetterApproval)

/** The subject of a letter, as its reader may see it. */
type EmailSubject =
  | { readonly kind: 'question' | 'change'; readonly title: string; readonly text: string | null }
  | { readonly kind: 'approval'; readonly asked: LinkedApproval }
  | { readonly kind: 'over' | 'failed'; readonly title: string; readonly text?: never }

const headersOf = ({ workspace }: EmailLink) => ({ 'x-organization-id': workspace })

const readEmailSubject = async (letter: EmailLink): Promise<EmailSubject | null> => {
  const { what, id } = letter
  const headers = headersOf(letter)
  const titleOf = async (cycleId: string) => (await call(getCycle, { params: { id: cycleId } }, headers)).cycle.title
  if (what === 'cycle') return { kind: 'failed', title: await titleOf(id) }
  if (what === 'deliverable') return { kind: 'approval', asked: await readLinkedApproval(id, headers) }
  if (what !== 'request') return null
  const { requestType, status, title, question, cycleId } = await call(getPendingRequest, { params: { id } }, headers)
  if (status !== 'pending') return { kind: 'over', title }
  if (requestType === 'question') return { kind: 'question', title, text: question }
  // A question inside the agency about a change is not shown to a client.
  return { kind: 'change', title: await titleOf(cycleId), text: null }
}

/** The thing of a letter for a client whose agency has no portal open: read and decided on this page. */
const useEmailSubject = (letter: EmailLink | undefined) =>
  useQuery({
    queryKey: ['letter', letter],
    queryFn: () => readEmailSubject(letter!),
    enabled: letter !== undefined,
    staleTime: 0,
    retry: false,
  })

type EmailActionKind = keyof WaysWords['letter']['ways']

const EmailAction = ({ letter, thing }: { readonly letter: EmailLink; readonly thing: EmailSubject }) => {
  const words = useWaysWords().letter
  const [isSent, setSent] = useState(false)
  if (isSent) return <SignInFrame title={words.sent} text={words.sentText} />
  if (thing.kind === 'approval')
    return <LetterApproval asked={thing.asked} Page={SignInFrame} letter={words} onSent={() => setSent(true)} />
  const name = <b dir="auto">{thing.title}</b>
  if (thing.kind === 'over') return <SignInFrame title={words.over} text={name} />
  if (thing.kind === 'failed') return <SignInFrame title={words.failed} text={name} />
  return (
    <SignInFrame title={words.asked[thing.kind]} text={name}>
      {thing.text ? (
        <blockquote className="letter-text" dir="auto">
          {thing.text}
        </blockquote>
      ) : null}
      <AnswerForm letter={letter} kind={thing.kind} onSent={() => setSent(true)} />
    </SignInFrame>
  )
}

interface AnswerFormProps {
  readonly letter: EmailLink
  readonly kind: EmailActionKind
  readonly onSent: () => void
}

/** Yes needs words to answer a question, no needs words about the wanted difference. */
const AnswerForm = ({ letter, kind, onSent }: AnswerFormProps) => {
  const words = useWaysWords().letter
  const { yes, no, label } = words.ways[kind]
  const form = useFields(resolvePendingRequest, {
    name: `answer.${letter.id}`,
    saved: { text: '' },
    check: ({ text }) => ({ text: text.trim() ? undefined : words.missing }),
  })
  const name = kind === 'question' ? 'decision' : 'feedback'
  const resolve = async ({ isYes, text }: { readonly isYes: boolean; readonly text: string }) => {
    const body = { status: isYes ? ('approved' as const) : ('denied' as const), ...(text && { [name]: text }) }
    return call(resolvePendingRequest, { params: { id: letter.id }, body }, headersOf(letter))
  }
  const answer = useChange(resolve, {
    calls: [resolvePendingRequest],
    then: () => {
      form.clear()
      onSent()
    },
  })
  const submit = (isYes: boolean) => {
    if (isYes !== (kind === 'question')) answer.mutate({ isYes, text: '' })
    else form.sendTo(() => answer.mutate({ isYes, text: form.fields.text.trim() }))
  }
  return (
    <Form error={answer.error} onSubmit={() => submit(true)}>
      <DraftField draft={form} field="text" name={name} label={label} isLong rows={3} />
      <SignInRefusal error={answer.error} />
      <Button type="submit" variant="primary" isFullWidth isPending={answer.isPending} pendingText={words.sending}>
        {yes}
      </Button>
      <Button isFullWidth isPending={answer.isPending} onClick={() => submit(false)}>
        {no}
      </Button>
    </Form>
  )
}
