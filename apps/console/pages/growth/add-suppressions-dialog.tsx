import { useRef, useState } from 'react'
import { addGrowthSuppressions } from '../../../../domains/growth/suppression/contract.ts'
import { useOperation } from '../../api/use-operation.ts'
import { useRole } from '../../api/use-role.ts'
import { Button } from '../../parts/button.tsx'
import { ChooseFile } from '../../parts/choose-files.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextArea } from '../../parts/field.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { useDraft } from '../../parts/use-draft.ts'
import { useGrowthWords } from '../../words/growth/index.ts'

const fileMostBytes = 1024 * 1024

interface AddSuppressionsDialogProps {
  /** Called with the sentence about added entries. */
  readonly onAdded: (text: string) => void
  readonly onClose: () => void
}

/** Adds addresses and domains, one in each line, typed or from a file. */
export const AddSuppressionsDialog = ({ onAdded, onClose }: AddSuppressionsDialogProps) => {
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
