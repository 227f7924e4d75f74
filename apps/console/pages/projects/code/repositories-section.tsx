import { useState } from 'react'
import { TextLink } from '../../../parts/text/text-link.tsx'
import { getProject } from '../../../../../domains/code/projects/contract.ts'
import {
  detachProjectRepo,
  listProjectRepos,
  makeProjectRepoPrimary,
  attachProjectRepo,
} from '../../../../../domains/code/repositories/contract.ts'
import { useOperation, useReply } from '../../../api/use-operation.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { Age } from '../../../parts/text/age.tsx'
import { Button, LinkButton } from '../../../parts/forms/button.tsx'
import { ConfirmButton } from '../../../parts/forms/confirm-button.tsx'
import { Empty } from '../../../parts/feedback/empty.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { dot } from '../../../parts/text/joined.tsx'
import { hasTyped } from '../../../api/typed-values.ts'
import { paths } from '../../../paths.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { useRevisionWords } from '../../../words/revisions/index.ts'
import { useNewestRevision } from './last-revision.tsx'
import { findingsToReview } from '../../../../../domains/code/imports/rules.ts'
import { DraftField } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { ScanField } from '../../../parts/scan/scan-field.tsx'
import type { Scanned } from '../../../parts/scan/scan-source.ts'
import { useDraft } from '../../../parts/forms/use-draft.ts'

/** The repositories of a project, and the address to clone it. */
export const RepositoriesSection = ({ id }: { readonly id: string }) => {
  const words = useProjectWords().repositories
  const repositories = useReply(listProjectRepos, { params: { id } })
  const [isAttaching, setAttaching] = useState(() => hasTyped(typedRepository(id)))
  return (
    <Section
      title={words.title}
      text={repositories.length > 1 ? words.text : null}
      action={
        repositories.length > 0 || isAttaching ? (
          <Button aria-expanded={isAttaching} onClick={() => setAttaching(!isAttaching)}>
            {words.attach}
          </Button>
        ) : undefined
      }
    >
      {isAttaching ? <AttachRepository id={id} onDone={() => setAttaching(false)} /> : null}
      <div className="panel rows">
        {repositories.length === 0 && !isAttaching ? (
          <Empty title={words.none} text={words.noneText}>
            <Button onClick={() => setAttaching(true)}>{words.attach}</Button>
          </Empty>
        ) : null}
        {repositories.map((one) => (
          <RepositoryRow key={one.id} id={id} repository={one} isOnly={repositories.length === 1} />
        ))}
      </div>
    </Section>
  )
}

interface RepositoryRowProps {
  readonly id: string
  readonly repository: Reply<typeof listProjectRepos>[number]
  /** Whether the project has no other. */
  readonly isOnly: boolean
}

const RepositoryRow = ({ id, repository, isOnly }: RepositoryRowProps) => {
  const { repositories: words, code, tabs } = useProjectWords()
  const { sources } = useRevisionWords()
  const { project } = useReply(getProject, { params: { id } })
  const last = useNewestRevision(id, repository.id)
  const prefer = useOperation(makeProjectRepoPrimary)
  const { label, fullName, defaultBranch, primary } = repository
  const name = label ?? fullName ?? (primary ? project.name : words.own)
  const host = fullName === null ? words.own : words.onHost(fullName)
  const where = [...(host === name ? [] : [host]), words.branch(defaultBranch)].join(dot)
  const input = { params: { id, repoId: repository.id } }
  return (
    <div className="row tall repository-row">
      <div className="grow">
        <div className="line">
          <b className="cut" dir="auto" title={name}>
            {name}
          </b>
          {primary ? <span className="tag">{words.primary}</span> : null}
        </div>
        <p className="quiet">{where}</p>
        {last ? (
          <p className="quiet">
            {words.lastChange}{' '}
            <TextLink to={paths.revision(id, last.revisionId)}>{last.cycleTitle ?? sources[last.source]}</TextLink>,{' '}
            <Age at={last.createdAt} />
          </p>
        ) : null}
        <Refusal error={prefer.error} />
      </div>
      <div className="line wrap">
        {isOnly ? null : (
          <>
            <LinkButton
              size="small"
              aria-label={`${code.files}: ${name}`}
              to={paths.files(id, { repo: repository.id })}
            >
              {code.files}
            </LinkButton>
            <LinkButton
              size="small"
              aria-label={`${tabs.branches}: ${name}`}
              to={`${paths.branches(id)}?repo=${repository.id}`}
            >
              {tabs.branches}
            </LinkButton>
          </>
        )}
        {primary ? null : (
          <Button
            size="small"
            aria-label={words.makePrimaryOf(name)}
            isPending={prefer.isPending}
            onClick={() => prefer.mutate(input)}
          >
            {words.makePrimary}
          </Button>
        )}
        {isOnly ? null : (
          <ConfirmButton
            size="small"
            aria-label={words.detachOf(name)}
            label={words.detach}
            operation={detachProjectRepo}
            input={input}
            title={words.detachAsk(name)}
          >
            {words.detachText}
          </ConfirmButton>
        )}
      </div>
    </div>
  )
}

const ways = ['upload', 'empty', 'host'] as const

interface RepositoryInputs {
  readonly way: (typeof ways)[number]
  readonly label: string
  readonly fullName: string
}

/** The key under which this tab stores the typed values for another repository of a project. */
const typedRepository = (projectId: string) => `repository.${projectId}`

/** Attaches a repository: an upload, a new repository, or a code host's repository by its name. */
const AttachRepository = ({ id, onDone }: { readonly id: string; readonly onDone: () => void }) => {
  const words = useProjectWords().repositories
  const draft = useDraft<RepositoryInputs>(typedRepository(id), { way: 'upload', label: '', fullName: '' })
  const { set } = draft
  const { way, label, fullName } = draft.fields
  const [scanned, setScanned] = useState<Scanned>()
  const attach = useOperation(attachProjectRepo, {
    then: () => {
      draft.clear()
      onDone()
    },
  })
  const findings = scanned ? findingsToReview(scanned.scan) : 0
  const isReady = way === 'empty' || (way === 'upload' ? scanned !== undefined : fullName.trim() !== '')
  const submit = () => {
    if (!isReady) return
    const what = {
      upload: { scanId: scanned?.scan.id ?? '' },
      empty: { empty: true } as const,
      host: { fullName: fullName.trim() },
    }[way]
    attach.mutate({ params: { id }, body: { ...(label.trim() && { label: label.trim() }), ...what } })
  }
  return (
    <Form className="panel pad attach" error={attach.error} onSubmit={submit}>
      <div className="seg" role="group" aria-label={words.way}>
        {ways.map((one) => (
          <button key={one} type="button" aria-pressed={one === way} onClick={() => set('way', one)}>
            {words.ways[one]}
          </button>
        ))}
      </div>
      {way === 'upload' && !scanned ? (
        <ScanField
          onScanned={(found) => {
            setScanned(found)
            set('label', found.name)
          }}
        />
      ) : null}
      {way === 'upload' && scanned ? (
        <p className={findings > 0 ? 'note wait' : 'note'}>
          {words.scanned({ commitSha: scanned.scan.commitSha, findingsTotal: findings })}
        </p>
      ) : null}
      {way === 'host' ? (
        <DraftField draft={draft} field="fullName" label={words.fullName} hint={words.fullNameHint} />
      ) : null}
      <DraftField draft={draft} field="label" label={words.label} hint={words.labelHint} maxLength={100} />
      <FormFoot of={attach} verb={words.attach} pendingText={words.attaching} isDisabled={!isReady} />
    </Form>
  )
}
