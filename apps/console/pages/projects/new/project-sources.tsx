import { useState, type SyntheticEvent, type ReactNode } from 'react'
import {
  listCodeHosts,
  listCodeHostRepositories,
  scanCodeHostRepository,
} from '../../../../../domains/code/code-hosts/contract.ts'
import { createProject } from '../../../../../domains/code/projects/contract.ts'
import { useNavigate } from 'react-router'
import { useOperation, useReply, useLateReply } from '../../../api/use-operation.ts'
import { Button, LinkButton } from '../../../parts/forms/button.tsx'
import { CopyButton } from '../../../parts/text/copy-button.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { ScanField } from '../../../parts/scan/scan-field.tsx'
import type { Scanned } from '../../../parts/scan/scan-source.ts'
import { Section } from '../../../parts/section.tsx'
import { paths } from '../../../paths.ts'
import { useImportWords } from '../../../words/import/index.ts'
import { SampleButton } from './import-form.tsx'
import { useMutation } from '@tanstack/react-query'
import { scanGitAddress } from '../../../../../domains/code/imports/contract.ts'
import type { ClientError, Reply } from '../../../../../platform/client/index.ts'
import { call } from '../../../api/client.ts'
import { useRole } from '../../../api/use-role.ts'
import { Form } from '../../../parts/forms/form.tsx'
import { useDraft } from '../../../parts/forms/use-draft.ts'
import { useAges } from '../../../format.ts'
import { SelectField, TextField } from '../../../parts/forms/field.tsx'
import { NamedOptions } from '../../../parts/forms/options.tsx'

/** The sources of a project: code hosts, other places of code, and last a project without code. */
export const Ways = ({ onScanned }: { readonly onScanned: (scanned: Scanned) => void }) => {
  const words = useImportWords()
  const navigate = useNavigate()
  const hosts = useReply(listCodeHosts)
  const { isAdministrator } = useRole()
  const create = useOperation(createProject, { then: ({ id }) => navigate(paths.project(id)) })
  return (
    <>
      {hosts.length > 0 ? <CodeHostSource hosts={hosts} onScanned={onScanned} /> : null}
      <div className="panel rows ways">
        {hosts.length > 0 ? null : (
          <SourceRow
            title={words.host.title}
            text={`${words.host.text} ${isAdministrator ? words.host.none : words.host.askAdministrator}`}
          >
            {isAdministrator ? (
              <LinkButton to={`${paths.settings}#connections`}>{words.host.connect}</LinkButton>
            ) : null}
          </SourceRow>
        )}
        <AddressSource onScanned={onScanned} />
        <SourceRow title={words.upload} text={words.uploadText}>
          <ScanField onScanned={onScanned} />
        </SourceRow>
        <SourceRow className="hide-s" title={words.terminal} text={words.terminalText}>
          <code className="command">{words.command}</code>
          <CopyButton text={words.command} label={words.copy} />
        </SourceRow>
      </div>
      <Section title={words.withoutCode}>
        <div className="panel rows">
          <SourceRow title={words.sample} text={words.sampleText}>
            <SampleButton onMade={(id) => navigate(paths.newCycle(id))} />
          </SourceRow>
          <SourceRow
            title={words.empty}
            text={
              <>
                {words.emptyText}
                <Refusal error={create.error} />
              </>
            }
          >
            <Button isPending={create.isPending} onClick={() => create.mutate({ body: { name: words.emptyName } })}>
              {words.emptyButton}
            </Button>
          </SourceRow>
        </div>
      </Section>
    </>
  )
}

const nameOf = (url: string) =>
  url
    .split('/')
    .findLast((part) => part !== '')
    ?.replace(/\.git$/, '') ?? ''

/** A public repository, fetched by the server from its address. */
const AddressSource = ({ onScanned }: { readonly onScanned: (scanned: Scanned) => void }) => {
  const { address: words, codes } = useImportWords()
  const { workspace } = useRole()
  const { fields, set, clear } = useDraft(`import-address.${workspace.id}`, { url: '' })
  const scanning = useMutation<Scanned, ClientError, string>({
    mutationFn: async (url) => ({ name: nameOf(url), scan: await call(scanGitAddress, { body: { url } }) }),
    onSuccess: (scanned) => {
      clear()
      onScanned(scanned)
    },
  })
  const submit = () => {
    if (fields.url.trim() !== '') scanning.mutate(fields.url.trim())
  }
  return (
    <SourceRow
      title={words.title}
      text={
        <>
          {words.text}
          {scanning.isPending ? <p role="status">{words.busy}</p> : null}
          <Refusal error={scanning.error} codes={codes} />
        </>
      }
    >
      <Form className="address-source" error={scanning.error} onSubmit={submit}>
        <input
          className="input"
          aria-label={words.label}
          name="url"
          inputMode="url"
          placeholder={words.placeholder}
          value={fields.url}
          maxLength={2_048}
          spellCheck={false}
          autoCapitalize="none"
          dir="ltr"
          onChange={({ target }) => set('url', target.value)}
        />
        <Button type="submit" isPending={scanning.isPending}>
          {words.button}
        </Button>
      </Form>
    </SourceRow>
  )
}

interface CodeHostSourceProps {
  readonly hosts: Reply<typeof listCodeHosts>
  readonly onScanned: (scanned: Scanned) => void
}

/** The repositories of the connected code hosts, to search and to choose from. */
const CodeHostSource = ({ hosts, onScanned }: CodeHostSourceProps) => {
  const { host: words } = useImportWords()
  const [id, setId] = useState(hosts[0]!.id)
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setSearch(typed.trim())
  }
  return (
    <Section title={words.title} text={words.text}>
      <div className="panel pad stack-16">
        <form className="host-search" role="search" onSubmit={submit}>
          <SelectField label={words.connection} value={id} onChange={({ target }) => setId(target.value)}>
            <NamedOptions of={hosts} />
          </SelectField>
          <TextField
            label={words.search}
            hint={words.searchHint}
            type="search"
            value={typed}
            maxLength={200}
            spellCheck={false}
            dir="auto"
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button type="submit">{words.searchButton}</Button>
        </form>
        <Repositories key={id} id={id} search={search} onScanned={onScanned} />
      </div>
    </Section>
  )
}

interface RepositoriesProps extends Pick<CodeHostSourceProps, 'onScanned'> {
  readonly id: string
  readonly search: string
}

const Repositories = ({ id, search, onScanned }: RepositoriesProps) => {
  const { host: words, codes } = useImportWords()
  const input = { params: { id }, query: search === '' ? {} : { search } }
  const { data, error, isFetching, refetch } = useLateReply(listCodeHostRepositories, input)
  const scanning = useMutation<Scanned, ClientError, string>({
    mutationFn: async (fullName) => ({
      name: fullName.split('/').at(-1)!,
      from: { codeHostId: id, fullName },
      scan: await call(scanCodeHostRepository, { params: { id }, body: { fullName } }),
    }),
    onSuccess: onScanned,
  })
  if (error) return <Refusal error={error} onRetry={() => void refetch()} />
  if (!data) return <p className="quiet">{isFetching ? words.asking : null}</p>
  if (data.repositories.length === 0) return <p className="soft">{search === '' ? words.empty : words.nothing}</p>
  return (
    <>
      <Refusal error={scanning.error} codes={codes} />
      <ul className="rows host-repositories" aria-label={words.found}>
        {data.repositories.map((row) => (
          <RepositoryRow
            key={row.fullName}
            row={row}
            scannedName={scanning.isPending ? scanning.variables : undefined}
            onChoose={scanning.mutate}
          />
        ))}
      </ul>
      {data.hasMore ? <p className="quiet">{words.more}</p> : null}
    </>
  )
}

interface RepositoryRowProps {
  readonly row: Reply<typeof listCodeHostRepositories>['repositories'][number]
  /** The repository that is being scanned. */
  readonly scannedName: string | undefined
  readonly onChoose: (fullName: string) => void
}

const RepositoryRow = ({ row: { fullName, isPrivate, changedAt }, scannedName, onChoose }: RepositoryRowProps) => {
  const { host: words } = useImportWords()
  const { agoInWords } = useAges()
  const isChosen = scannedName === fullName
  return (
    <li>
      <button type="button" className="row" disabled={scannedName !== undefined} onClick={() => onChoose(fullName)}>
        <span className="t cut grow" dir="auto" title={fullName}>
          {fullName}
        </span>
        <span className="m" role={isChosen ? 'status' : undefined}>
          {isChosen ? words.fetching : isPrivate ? words.isPrivate : null}
        </span>
        {changedAt === null || isChosen ? null : (
          <time className="m num age" dateTime={changedAt}>
            {agoInWords(changedAt)}
          </time>
        )}
      </button>
    </li>
  )
}

interface SourceRowProps {
  readonly title: string
  readonly text: ReactNode
  readonly className?: string
  /** Its control, at the right. */
  readonly children: ReactNode
}

/** A source of a new project, with its control. */
const SourceRow = ({ title, text, className = '', children }: SourceRowProps) => (
  <div className={`row tall way ${className}`}>
    <div className="grow">
      <h2>{title}</h2>
      <div className="quiet">{text}</div>
    </div>
    {children}
  </div>
)
