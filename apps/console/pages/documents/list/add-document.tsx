import { useRef, useState, type ComponentProps } from 'react'
import { useNavigate } from 'react-router'
import { uploadAiAsset } from '../../../../../domains/agents/assets/contract.ts'
import { parseAiDocument } from '../../../../../domains/agents/parsing/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { ChooseFile } from '../../../parts/forms/choose-files.tsx'
import { Head } from '../../../parts/page.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { useDrop } from '../../../parts/forms/use-drop.ts'
import { paths } from '../../../paths.ts'
import { useDocumentWords } from '../../../words/documents/index.ts'
import '../../../parts/forms/file-drop.css'

/** The head of the list, with the button and the place for a file: it is uploaded and parsed, and its document opens. */
export const AddDocument = ({ total }: { readonly total: ComponentProps<typeof Head>['count'] }) => {
  const words = useDocumentWords()
  const navigate = useNavigate()
  const file = useRef<HTMLInputElement>(null)
  const [isCritical, setCritical] = useState(false)
  const parse = useOperation(parseAiDocument, { then: ({ id }) => navigate(paths.document(id)) })
  const upload = useOperation(uploadAiAsset, {
    then: ({ key }) => parse.mutate({ body: { source: { key }, critical: isCritical } }),
  })
  const isPending = upload.isPending || parse.isPending
  const choose = (chosen: File | undefined) => {
    if (!chosen || isPending) return
    const mediaType = chosen.type || 'text/plain'
    upload.mutate({ query: { fileName: chosen.name }, body: { content: chosen, sizeBytes: chosen.size, mediaType } })
  }
  const { isOver, handlers } = useDrop(({ files }) => choose(files[0]))
  return (
    <>
      <Head
        title={words.title}
        count={total}
        text={words.text}
        actions={
          <Button variant="primary" isPending={isPending} onClick={() => file.current?.click()}>
            {isPending ? words.adding : words.add}
          </Button>
        }
      />
      <div
        className={`document-drop file-drop line wrap ${isOver ? 'is-over' : ''}`}
        role="group"
        aria-label={words.file}
        {...handlers}
      >
        <span className="quiet grow hide-s">{words.drop}</span>
        <label className="check">
          <input type="checkbox" checked={isCritical} onChange={({ target }) => setCritical(target.checked)} />
          <span>{words.critical}</span>
        </label>
      </div>
      <ChooseFile ref={file} label={words.file} onFile={choose} />
      <Refusal error={upload.error ?? parse.error} />
    </>
  )
}
