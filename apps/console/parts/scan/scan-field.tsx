import { useMutation } from '@tanstack/react-query'
import Upload from 'lucide-react/icons/upload'
import { useRef, useState } from 'react'
import type { ClientError } from '../../../../platform/client/index.ts'
import { useImportWords } from '../../words/import/index.ts'
import { Button } from '../forms/button.tsx'
import { ChooseFile } from '../forms/choose-files.tsx'
import { Refusal } from '../feedback/refusal.tsx'
import { useDrop } from '../forms/use-drop.ts'
import { chosenFolder, readDroppedItems, filesMost, type ImportSource } from './dropped-items.ts'
import { scanSource, type Scanned } from './scan-source.ts'
import './scan.css'

declare module 'react' {
  // Every browser has it, and the types of React leave it out.
  // eslint-disable-next-line @typescript-eslint/no-unused-vars
  interface InputHTMLAttributes<T> {
    webkitdirectory?: string
  }
}

/** Takes a git bundle or a folder, dropped or chosen, and has the server look at it before anything is made of it. */
export const ScanField = ({ onScanned }: { readonly onScanned: (scanned: Scanned) => void }) => {
  const words = useImportWords().scan
  const scanning = useMutation<Scanned, ClientError, ImportSource>({ mutationFn: scanSource, onSuccess: onScanned })
  const [wrong, setWrong] = useState<string>()
  const take = (given: ImportSource | undefined) => {
    const files = given && 'files' in given ? given.files.length : 1
    setWrong(!given ? words.oneThing : files === 0 ? words.emptyFolder : files > filesMost ? words.tooMany : undefined)
    if (given && files > 0 && files <= filesMost) scanning.mutate(given)
  }
  const { isOver, handlers } = useDrop(({ items }) => {
    void readDroppedItems(items).then(take, () => setWrong(words.unreadable))
  })
  return (
    <div className="scan">
      <div role="group" aria-label={words.label} className={isOver ? 'drop over' : 'drop'} {...handlers}>
        <Upload className="i quiet" aria-hidden="true" />
        {scanning.isPending ? <p role="status">{words.busy}</p> : <p className="drop-idle">{words.drop}</p>}
        <Choose isBusy={scanning.isPending} onGiven={take} />
      </div>
      {wrong === undefined ? null : (
        <p role="alert" className="why">
          {wrong}
        </p>
      )}
      <Refusal error={scanning.error} />
    </div>
  )
}

const Choose = ({ isBusy, onGiven }: { readonly isBusy: boolean; readonly onGiven: (given: ImportSource) => void }) => {
  const words = useImportWords().scan
  const folder = useRef<HTMLInputElement>(null)
  const file = useRef<HTMLInputElement>(null)
  return (
    <div className="line wrap">
      <Button isPending={isBusy} onClick={() => folder.current?.click()}>
        {words.folder}
      </Button>
      <Button isPending={isBusy} onClick={() => file.current?.click()}>
        {words.bundle}
      </Button>
      <input
        ref={folder}
        type="file"
        hidden
        webkitdirectory=""
        aria-label={words.folder}
        onChange={({ target }) => {
          if (target.files?.length) onGiven(chosenFolder(Array.from(target.files)))
          target.value = ''
        }}
      />
      <ChooseFile ref={file} label={words.bundle} onFile={(bundle) => bundle && onGiven({ bundle })} />
    </div>
  )
}
