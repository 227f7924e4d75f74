import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { uploadAiAsset } from '../../../../../domains/agents/assets/contract.ts'
import { parseAiDocument } from '../../../../../domains/agents/parsing/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/button.tsx'
import { ChooseFile } from '../../../parts/choose-files.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { paths } from '../../../paths.ts'
import { useDocumentWords } from '../../../words/documents/index.ts'

/** Uploads a file, parses it, and opens the document. */
export const AddDocument = () => {
  const words = useDocumentWords()
  const navigate = useNavigate()
  const file = useRef<HTMLInputElement>(null)
  const [isCritical, setCritical] = useState(false)
  const parse = useOperation(parseAiDocument, { then: ({ id }) => navigate(paths.document(id)) })
  const upload = useOperation(uploadAiAsset, {
    then: ({ key }) => parse.mutate({ body: { source: { key }, critical: isCritical } }),
  })
  const choose = (chosen: File | undefined) => {
    if (!chosen) return
    const mediaType = chosen.type || 'text/plain'
    upload.mutate({ query: { fileName: chosen.name }, body: { content: chosen, sizeBytes: chosen.size, mediaType } })
  }
  const isPending = upload.isPending || parse.isPending
  return (
    <div className="line wrap add-document">
      <label className="check">
        <input type="checkbox" checked={isCritical} onChange={({ target }) => setCritical(target.checked)} />
        <span>
          {words.critical}
          <span className="quiet">{words.criticalHint}</span>
        </span>
      </label>
      <Button variant="primary" isPending={isPending} onClick={() => file.current?.click()}>
        {isPending ? words.adding : words.add}
      </Button>
      <ChooseFile ref={file} label={words.file} onFile={choose} />
      <Refusal error={upload.error ?? parse.error} />
    </div>
  )
}
