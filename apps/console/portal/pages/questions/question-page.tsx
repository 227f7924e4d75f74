import { useParams, type LoaderFunctionArgs } from 'react-router'
import { listProjects } from '../../../../../domains/code/projects/contract.ts'
import { getCycle } from '../../../../../domains/delivery/cycles/contract.ts'
import { downloadDeliverableArtifact, getDeliverable } from '../../../../../domains/delivery/deliverables/contract.ts'
import { getPendingRequest, resolvePendingRequest } from '../../../../../domains/delivery/requests/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { inputOf } from '../../../parts/forms/draft-field.tsx'
import { TextArea } from '../../../parts/forms/field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { Heading } from '../../../parts/text/heading.tsx'
import { joined } from '../../../parts/text/joined.tsx'
import { ProseBlock } from '../../../parts/text/prose.tsx'
import { ArtifactPictures } from '../../../parts/deliverable/artifact-pictures.tsx'
import { readSnapshot } from '../../../parts/deliverable/snapshot.ts'
import { OptionButtons } from '../../../parts/request-decision/option-buttons.tsx'
import { questionOptions } from '../../../parts/request-decision/question-options.ts'
import { useDecisionKeys } from '../../../parts/request-decision/use-decision-keys.ts'
import { useKeptFocus } from '../../../parts/use-kept-focus.ts'
import { useFields } from '../../../parts/forms/use-form.ts'
import { useAgency, usePortalTitle } from '../../parts/use-agency.tsx'
import { Back } from '../../parts/back-link.tsx'
import { Note } from '../../parts/status-banner.tsx'
import { PortalError } from '../../parts/portal-error.tsx'
import { useProjectName } from '../../parts/use-project-name.ts'
import { usePortalChange } from '../../use-portal-change.ts'
import {
  headersOf,
  prefetchInPortal,
  prefetchRowsInPortal,
  readCurrentPortal,
  usePortalReplyLater,
  useCurrentPortal,
  usePortalReply,
} from '../../current-portal.ts'
import { portalPaths } from '../../../portal-paths.ts'
import { usePortalWords } from '../../../words/portal/index.ts'
import '../../../parts/deliverable/two-buttons.css'

type Request = Reply<typeof getPendingRequest>
type Decision = { status: 'approved' | 'denied'; decision?: string; feedback?: string }

export const loader = async ({ params }: LoaderFunctionArgs) => {
  const place = await readCurrentPortal(params.slug)
  prefetchInPortal(place)(getPendingRequest, { params: { id: params.requestId! } })
  prefetchRowsInPortal(place)(listProjects)
  return null
}

/** One question, or one change that waits for a go-ahead, answered in its place. */
export const QuestionPage = () => {
  const { requestId } = useParams()
  const words = usePortalWords()
  const { slug } = useCurrentPortal()
  const request = usePortalReply(getPendingRequest, { params: { id: requestId! } })
  const isQuestion = request.requestType === 'question'
  const title = isQuestion ? request.title : words.goAhead
  const projectName = useProjectName()
  usePortalTitle(title)
  return (
    <div className="narrow">
      <Back to={portalPaths.home(slug)} place="home" />
      <p className="small" dir="auto">
        {joined(projectName(request), isQuestion && words.question)}
      </p>
      <Heading>{title}</Heading>
      {isQuestion ? (
        <ProseBlock className="told lead" text={request.question} />
      ) : (
        <div className="told lead">
          <Change request={request} />
        </div>
      )}
      {request.status === 'pending' ? (
        <AnswerHere key={request.id} request={request} isQuestion={isQuestion} />
      ) : (
        <Answered request={request} />
      )}
    </div>
  )
}

/** A change by its name: questions about it inside the agency are not shown to a client. */
const Change = ({ request: { cycleId } }: { readonly request: Request }) => {
  const words = usePortalWords().ask
  const { isOnlyClient } = useCurrentPortal()
  const found = usePortalReplyLater(getCycle, { params: { id: cycleId } }, isOnlyClient)
  return found ? (
    <>
      <p dir="auto">{words.change(`“${found.cycle.title}”`)}</p>
      <PublishedText cycleId={cycleId} />
    </>
  ) : null
}

/** The agency's publication about the change, if there is one: its pictures and its text. */
const PublishedText = ({ cycleId }: { readonly cycleId: string }) => {
  const { workspaceId } = useCurrentPortal()
  const view = usePortalReplyLater(getDeliverable, { params: { cycleId } }, true)
  if (!view?.snapshot) return null
  const shown = readSnapshot(view.snapshot)
  const headers = headersOf(downloadDeliverableArtifact, workspaceId)
  return (
    <>
      <ArtifactPictures cycleId={cycleId} shown={shown} headers={headers} />
      {shown.summary === null ? null : <ProseBlock text={shown.summary} />}
    </>
  )
}

interface AnswerProps {
  readonly request: Request
  readonly isQuestion: boolean
}

const AnswerHere = (props: AnswerProps) => (
  <div ref={useKeptFocus<HTMLDivElement>()}>
    <div ref={useDecisionKeys<HTMLDivElement>()}>
      <Answer {...props} />
    </div>
  </div>
)

const Answer = ({ request, isQuestion }: AnswerProps) => {
  const words = usePortalWords().ask
  const agency = useAgency()
  const form = useFields(resolvePendingRequest, {
    name: `answer.${request.id}`,
    saved: { text: '' },
    check: ({ text }) => ({ text: text.trim() ? undefined : words.missing }),
  })
  const { text } = form.fields
  const { mutate, error, isPending } = usePortalChange(resolvePendingRequest, form.clear)
  const send = (body: Decision) => mutate({ params: { id: request.id }, body })
  const sendWithText = (body: Decision) => form.sendTo(() => send(body))
  const approve = () =>
    isQuestion ? sendWithText({ status: 'approved', decision: text }) : send({ status: 'approved' })
  const deny = () => (isQuestion ? send({ status: 'denied' }) : sendWithText({ status: 'denied', feedback: text }))
  return (
    <Form className="stack" error={error} onSubmit={approve}>
      {isQuestion ? (
        <OptionButtons
          options={questionOptions(request.question)}
          label={words.options}
          isPending={isPending}
          onChoose={(option) => send({ status: 'approved', decision: option })}
        />
      ) : null}
      <TextArea
        {...inputOf(form, 'text', isQuestion ? 'decision' : 'feedback')}
        label={isQuestion ? words.yours : words.noHint}
        hint={words.hint(agency.name)}
        rows={4}
      />
      <PortalError error={error} />
      <div className="two-buttons">
        <Button type="submit" variant="primary" isPending={isPending} pendingText={words.sending}>
          {isQuestion ? words.send : words.yes}
        </Button>
        <Button isPending={isPending} onClick={deny}>
          {isQuestion ? words.cannot : words.no}
        </Button>
      </div>
    </Form>
  )
}

const Answered = ({ request: { status, decision, feedback } }: { readonly request: Request }) => {
  const words = usePortalWords().ask
  const agency = useAgency()
  const text = decision ?? feedback
  if (status === 'cancelled') return <Note>{words.over}</Note>
  return (
    <Note kind="good">
      <b>{status === 'denied' && text === null ? words.declined : words.sent(agency.name)}</b>
      {text === null ? null : (
        <>
          <span>{words.said}</span>
          <q className="told" dir="auto">
            {text}
          </q>
        </>
      )}
    </Note>
  )
}
