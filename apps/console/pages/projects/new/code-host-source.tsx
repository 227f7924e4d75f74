import { useMutation } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import {
  listCodeHostRepositories,
  type listCodeHosts,
  scanCodeHostRepository,
} from '../../../../../domains/code/code-hosts/contract.ts'
import type { ClientError, Reply } from '../../../../../platform/client/index.ts'
import { call } from '../../../api/client.ts'
import { useLateReply } from '../../../api/use-operation.ts'
import { useRole } from '../../../api/use-role.ts'
import { useAges } from '../../../format.ts'
import { Button, LinkButton } from '../../../parts/forms/button.tsx'
import { SelectField, TextField } from '../../../parts/forms/field.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import type { Scanned } from '../../../parts/scan/scan-source.ts'
import { Section } from '../../../parts/section.tsx'
import { NamedOptions } from '../../../parts/forms/options.tsx'
import { paths } from '../../../paths.ts'
import { useImportWords } from '../../../words/import/index.ts'
import { SourceRow } from './source-row.tsx'

/** A link to the page that connects a code host. */
export const NoHost = () => {
  const { host: words } = useImportWords()
  const { isAdministrator } = useRole()
  return (
    <SourceRow title={words.title} text={`${words.text} ${isAdministrator ? words.none : words.askAdministrator}`}>
      {isAdministrator ? <LinkButton to={`${paths.settings}#connections`}>{words.connect}</LinkButton> : null}
    </SourceRow>
  )
}

interface CodeHostSourceProps {
  readonly hosts: Reply<typeof listCodeHosts>
  readonly onScanned: (scanned: Scanned) => void
}

/** The repositories of the connected code hosts, to search and to choose from. */
export const CodeHostSource = ({ hosts, onScanned }: CodeHostSourceProps) => {
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
