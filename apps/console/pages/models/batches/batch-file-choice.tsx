import Upload from 'lucide-react/icons/upload'
import { useRef } from 'react'
import type { BatchFileItem } from '../../../../../domains/agents/batches/rules/batch-file.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { ChooseFile } from '../../../parts/forms/choose-files.tsx'
import { useBatchWords } from '../../../words/batches/index.ts'
import type { ReadBatchFile } from './read-batch-file.ts'

export interface ChosenFile {
  readonly name: string
  readonly items: readonly BatchFileItem[]
}

/** The sentence about a file that cannot be submitted. */
export const useFileFault = () => {
  const words = useBatchWords()
  return (read: ReadBatchFile): string | undefined => {
    if ('items' in read) return undefined
    if (!('line' in read)) return words.fileFaults[read.fault]
    const { fault, line } = read
    if (fault.kind === 'unknown_field') return words.unknownField(line, fault.field)
    return fault.kind === 'repeated' ? words.repeated(line, fault.line) : words.lineFaults[fault.kind](line)
  }
}

interface FileChoiceProps {
  readonly chosen: ChosenFile | undefined
  readonly fault: string | undefined
  readonly onChoose: (file: File | undefined) => Promise<void>
}

/** Chooses the file of a batch, and shows its fault. */
export const FileChoice = ({ chosen, fault, onChoose }: FileChoiceProps) => {
  const words = useBatchWords()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="stack-8">
      <div className="line wrap">
        <Button icon={Upload} onClick={() => input.current?.click()}>
          {chosen ? words.otherFile : words.chooseFile}
        </Button>
        <span className="quiet" dir="auto" role="status">
          {chosen ? words.chosen(chosen.name, chosen.items.length) : words.fileHint}
        </span>
      </div>
      <ChooseFile
        ref={input}
        label={words.file}
        accept=".jsonl,.ndjson,.json,.txt,application/jsonl"
        onFile={(file) => void onChoose(file)}
      />
      {fault === undefined ? null : (
        <p className="note bad" role="alert" dir="auto">
          {fault}
        </p>
      )}
    </div>
  )
}
