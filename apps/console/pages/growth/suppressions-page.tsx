import { useState, useRef } from 'react'
import {
  listGrowthSuppressions,
  removeGrowthSuppression,
  addGrowthSuppressions,
} from '../../../../domains/growth/suppression/contract.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { prefetchPages, usePages } from '../../api/use-pages.ts'
import { useFormat } from '../../format.ts'
import { Button } from '../../parts/forms/button.tsx'
import { ConfirmButton } from '../../parts/forms/confirm-button.tsx'
import { Empty } from '../../parts/feedback/empty.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'
import { Head, useTitle } from '../../parts/page.tsx'
import { useGrowthWords } from '../../words/growth/index.ts'
import { GrowthFrame } from './growth-frame.tsx'
import { useOperation } from '../../api/use-operation.ts'
import { useRole } from '../../api/use-role.ts'
import { ChooseFile } from '../../parts/forms/choose-files.tsx'
import { Dialog } from '../../parts/feedback/dialog.tsx'
import { TextArea } from '../../parts/forms/field.tsx'
import { Refusal } from '../../parts/feedback/refusal.tsx'
import { useDraft } from '../../parts/forms/use-draft.ts'
import { joined } from '../../parts/text/joined.tsx'

export const loader = () => prefetchPages(listGrowthSuppressions)

type Suppression = Reply<typeof listGrowthSuppressions>[number]

export default function SuppressionsPage() {
  const words = useGrowthWords()
  const { number } = useFormat()
  const { rows, ...rest } = usePages(listGrowthSuppressions)
  const [isAdding, setAdding] = useState(false)
  const [added, setAdded] = useState('')
  useTitle(words.title)
  const add = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      {words.add}
    </Button>
  )
  return (
    <GrowthFrame isWide>
      <Head
        title={words.title}
        count={rest.total}
        text={rest.more ? words.newest(number(rows.length)) : rows.length > 0 ? words.text : undefined}
        actions={rows.length > 0 ? add : undefined}
      />
      <p className="quiet" role="status">
        {added}
      </p>
      <ListPage
        rows={rows}
        rest={rest}
        textOf={({ value }) => value ?? words.erased}
        label={words.filter}
        most={1}
        none={
          <Empty title={words.none} text={words.noneText}>
            {add}
          </Empty>
        }
        noneFits={words.noneFits}
      >
        {(row) => <SuppressionRow key={row.id} suppression={row} />}
      </ListPage>
      {isAdding ? (
        <AddSuppressionsDialog
          onAdded={(text) => {
            setAdded(text)
            setAdding(false)
          }}
          onClose={() => setAdding(false)}
        />
      ) : null}
    </GrowthFrame>
  )
}

const SuppressionRow = ({ suppression }: { readonly suppression: Suppression }) => {
  const words = useGrowthWords()
  const { day, whole } = useFormat()
  const { id, kind, value, source, removable, createdAt } = suppression
  return (
    <li className="row person rows-cheap">
      <div className="who">
        <b className="cut" dir="auto" title={value ?? words.erasedHint}>
          {value ?? words.erased}
        </b>
        <span className="quiet" title={whole(createdAt)}>
          {joined(words.kinds[kind], words.sources[source], day(createdAt))}
        </span>
      </div>
      {removable && value !== null ? (
        <div className="acts">
          <ConfirmButton
            size="small"
            aria-label={words.removeOf(value)}
            label={words.remove}
            operation={removeGrowthSuppression}
            input={{ params: { suppressionId: id } }}
            title={words.removeTitle(value)}
            keep
          >
            <p>{words.removeMeans}</p>
          </ConfirmButton>
        </div>
      ) : null}
    </li>
  )
}

const fileMostBytes = 1024 * 1024

interface AddSuppressionsDialogProps {
  /** Called with the sentence about added entries. */
  readonly onAdded: (text: string) => void
  readonly onClose: () => void
}

/** Adds addresses and domains, one in each line, typed or from a file. */
const AddSuppressionsDialog = ({ onAdded, onClose }: AddSuppressionsDialogProps) => {
  const words = useGrowthWords()
  const { workspace } = useRole()
  const draft = useDraft(`suppressions.${workspace.id}`, { entries: '' })
  const file = useRef<HTMLInputElement>(null)
  const [wrong, setWrong] = useState<string>()
  const add = useOperation(addGrowthSuppressions, {
    then: (reply) => {
      draft.clear()
      onAdded(words.added(reply.added.length, reply.alreadyListed))
    },
  })
  const entries = draft.fields.entries
    .split(/[\r\n,;]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  const submit = () => {
    if (entries.length === 0) setWrong(words.missing)
    else add.mutate({ body: { entries } })
  }
  const set = (text: string) => {
    setWrong(undefined)
    draft.set('entries', text)
  }
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return
    if (chosen.size > fileMostBytes) setWrong(words.fileTooLarge)
    else set(firstColumn(await chosen.text()))
  }
  return (
    <Dialog
      title={words.add}
      action={words.addAct}
      keep={words.cancel}
      isBusy={add.isPending}
      error={add.error}
      onAct={submit}
      onClose={onClose}
    >
      <p>{words.addText}</p>
      <TextArea
        name="entries"
        label={words.entries}
        hint={words.entriesHint}
        rows={6}
        value={draft.fields.entries}
        wrong={wrong}
        onChange={(event) => set(event.target.value)}
      />
      <div className="line wrap">
        <Button size="small" onClick={() => file.current?.click()}>
          {words.chooseFile}
        </Button>
        <span className="quiet">{words.fileHint}</span>
      </div>
      <ChooseFile
        ref={file}
        label={words.file}
        accept=".csv,.txt,text/csv,text/plain"
        onFile={(chosen) => void choose(chosen)}
      />
      <Refusal error={add.error} />
    </Dialog>
  )
}

/** The first column of a table, or the lines of a text: exported lists often have more columns. */
const firstColumn = (text: string): string =>
  text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => (line.split(/[,;\t]/)[0] ?? '').replaceAll('"', '').trim())
    .filter((entry) => entry !== '')
    .join('\n')
