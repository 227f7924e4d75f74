import { useState } from 'react'
import { uploadAiAsset } from '../../../../../domains/agents/assets/contract.ts'
import { analyzeAiMedia, transcribeAiAudio } from '../../../../../domains/agents/media/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { TextArea, TextField } from '../../../parts/forms/field.tsx'
import { useMediaWords } from '../../../words/media/index.ts'
import { MediaForm } from './media-form.tsx'

/** A chosen file, which is uploaded when the form is sent. */
const useChosenFile = () => {
  const [file, setFile] = useState<File>()
  const [isMissing, setMissing] = useState(false)
  const upload = useOperation(uploadAiAsset)
  const choose = (chosen: File | undefined) => {
    setFile(chosen)
    setMissing(false)
  }
  const send = (then: (key: string, chosen: File) => void) => {
    if (!file) {
      setMissing(true)
      return
    }
    const body = { content: file, sizeBytes: file.size, mediaType: file.type || 'application/octet-stream' }
    upload.mutate({ query: { fileName: file.name }, body }, { onSuccess: ({ key }) => then(key, file) })
  }
  return { choose, send, isMissing, upload }
}

interface FileFieldProps {
  readonly label: string
  readonly accept: string
  readonly file: ReturnType<typeof useChosenFile>
}

const FileField = ({ file: { isMissing, choose }, ...input }: FileFieldProps) => {
  const wrong = useMediaWords().chooseFile
  const onChange = ({ target }: { readonly target: HTMLInputElement }) => choose(target.files?.[0])
  return <TextField type="file" {...input} wrong={isMissing ? wrong : undefined} onChange={onChange} />
}

export const TranscriptionForm = () => {
  const words = useMediaWords()
  const file = useChosenFile()
  const transcribe = useOperation(transcribeAiAudio)
  return (
    <MediaForm
      need="transcription"
      error={file.upload.error ?? transcribe.error}
      isPending={file.upload.isPending || transcribe.isPending}
      verb={words.verbs.transcription}
      onSend={(typed) =>
        file.send((key) =>
          transcribe.mutate({ body: { source: { key }, model: typed('model'), projectId: typed('projectId') } }),
        )
      }
    >
      <FileField label={words.recording} accept="audio/*,video/mp4,video/webm" file={file} />
    </MediaForm>
  )
}

export const AskForm = () => {
  const words = useMediaWords()
  const file = useChosenFile()
  const ask = useOperation(analyzeAiMedia)
  return (
    <>
      <MediaForm
        need="pictures"
        error={file.upload.error ?? ask.error}
        isPending={file.upload.isPending || ask.isPending}
        verb={words.verbs.question}
        onSend={(typed) =>
          file.send((key, { type }) =>
            ask.mutate({
              body: {
                kind: type.startsWith('video/') ? 'video' : 'image',
                question: typed('question') ?? '',
                source: { key },
                projectId: typed('projectId'),
              },
            }),
          )
        }
      >
        <FileField label={words.file} accept="image/*,video/*" file={file} />
        <TextArea label={words.question} name="question" rows={2} maxLength={4_000} />
      </MediaForm>
      {ask.data ? (
        <section className="media-answer" aria-label={words.answer} aria-live="polite">
          <p dir="auto">{ask.data.answer}</p>
        </section>
      ) : null}
    </>
  )
}
