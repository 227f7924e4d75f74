import { v7 as uuidv7 } from 'uuid'
import type { SandboxDriver } from '../../sandbox/index.ts'
import { ModelFailure } from '../../models/index.ts'
import { mediaMostBytes, type MadeFile, type MediaProvider, type Transcript } from '../port.ts'
import { soundTypeOf } from '../sound.ts'
import { isInstalled, readCommandLine, type CommandLine } from './command-line.ts'
import { runProgram, type ProgramRun } from './run-program.ts'
import { takeTurns, type Turns } from './take-turns.ts'
import { whisperTranscript } from './whisper.ts'

/** Programs of the operator that work without a key, as they are installed by now. */
export type LocalPrograms = () => Pick<MediaProvider, 'speak' | 'transcribe'> & {
  /** Whether a voice can be chosen. */
  readonly takesVoice: boolean
}

interface LocalSettings {
  readonly speechProgram: string | undefined
  readonly transcriptionProgram: string | undefined
}

/** Reads the command lines of the settings. Throws StartRefusal for one that is none. */
export const openLocalPrograms = (
  { speechProgram, transcriptionProgram }: LocalSettings,
  sandboxes: SandboxDriver,
): LocalPrograms => {
  const speech = lineOf('ATELIER_SPEECH_PROGRAM', speechProgram, ['input', 'output', 'voice'])
  const transcription = lineOf('ATELIER_TRANSCRIPTION_PROGRAM', transcriptionProgram, ['input', 'output', 'language'])
  const tools = { sandboxes, turns: takeTurns(programsAtOnce) }
  return () => ({
    takesVoice: speech?.has('voice') ?? false,
    ...(speech && isInstalled(speech) && { speak: speakBy(speech, tools) }),
    ...(transcription && isInstalled(transcription) && { transcribe: transcribeBy(transcription, tools) }),
  })
}

// A program may take all processors and gigabytes of memory.
const programsAtOnce = 2

interface Tools {
  readonly sandboxes: SandboxDriver
  readonly turns: Turns
}

const runInTurn = ({ sandboxes, turns }: Tools, run: ProgramRun) =>
  turns.run(run.signal, () => runProgram(sandboxes, run))

const lineOf = (setting: string, text: string | undefined, places: readonly string[]): CommandLine | undefined =>
  text === undefined ? undefined : readCommandLine(setting, text, places)

const speakBy =
  (line: CommandLine, tools: Tools): NonNullable<MediaProvider['speak']> =>
  async ({ text, voice }, signal): Promise<MadeFile> => {
    const bytes = await runInTurn(tools, {
      id: uuidv7(),
      line,
      values: { input: 'input.txt', output: 'output.wav', voice },
      input: { name: 'input.txt', bytes: Buffer.from(text) },
      outputs: ['output.wav'],
      mostBytes: mediaMostBytes.sound,
      signal,
    })
    if (soundTypeOf(bytes) !== 'audio/wav') throw garbage()
    return { mediaType: 'audio/wav', bytes }
  }

const transcriptMostBytes = 16 * 2 ** 20

const transcribeBy =
  (line: CommandLine, tools: Tools): NonNullable<MediaProvider['transcribe']> =>
  async ({ sound, language }, signal): Promise<Transcript> => {
    const printed = await runInTurn(tools, {
      id: uuidv7(),
      line,
      values: { input: 'input', output: 'output', language },
      input: { name: 'input', bytes: sound.bytes },
      // whisper.cpp adds the ending.
      outputs: ['output.json', 'output'],
      mostBytes: transcriptMostBytes,
      signal,
    })
    const transcript = whisperTranscript(printed.toString('utf8'))
    if (!transcript) throw garbage()
    return transcript
  }

const garbage = () =>
  new ModelFailure('The program of the operator wrote something else than it was asked for.', {
    status: 502,
    code: 'provider_garbage',
    billed: 'nothing',
  })
