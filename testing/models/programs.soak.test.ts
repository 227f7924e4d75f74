import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { agentProvider } from '../acp/installed/provider.ts'
import { afterTest } from '../after-test.ts'
import { testServer } from '../server.ts'
import { agencyWithModels, callSettings } from './model-calls.ts'

const run = promisify(execFile)

/** The address that a program sends its requests to, and its work. */
interface Task {
  readonly address: string
  readonly key: string
  readonly model: string
  readonly prompt: string
}

interface ProgramStart {
  readonly arguments: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** Files below its home, of which its working folder is `work`. */
  readonly files?: Readonly<Record<string, string>>
}

interface Program {
  readonly name: string
  readonly package: string
  /** Calls of its tools that read a file and write one. */
  readonly calls: (work: string) => readonly { readonly name: string; readonly input: object }[]
  readonly start: (task: Task) => ProgramStart
}

const content = 'Notes\n'

// The requests of these versions are the fixtures of `recorded-programs.test.ts`.
const programs: readonly Program[] = [
  {
    name: 'claude',
    package: '@anthropic-ai/claude-code@2.1.197',
    calls: (work) => [
      { name: 'Read', input: { file_path: join(work, 'README.md') } },
      { name: 'Write', input: { file_path: join(work, 'NOTES.md'), content } },
    ],
    start: ({ address, key, model, prompt }) => ({
      arguments: ['-p', prompt, '--model', model, '--dangerously-skip-permissions'],
      environment: {
        ANTHROPIC_BASE_URL: address,
        ANTHROPIC_AUTH_TOKEN: key,
        IS_SANDBOX: '1',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      },
    }),
  },
  {
    name: 'codex',
    package: '@openai/codex@0.171.0',
    calls: () => [
      { name: 'exec_command', input: { cmd: 'cat README.md' } },
      { name: 'exec_command', input: { cmd: "printf 'Notes\\n' > NOTES.md" } },
    ],
    start: ({ address, key, model, prompt }) => ({
      arguments: ['exec', '--skip-git-repo-check', prompt],
      environment: { MODEL_KEY: key },
      files: {
        '.codex/config.toml': [
          `model = "${model}"`,
          'model_provider = "own"',
          'approval_policy = "never"',
          'sandbox_mode = "danger-full-access"',
          '[model_providers.own]',
          'name = "own"',
          `base_url = "${address}"`,
          'env_key = "MODEL_KEY"',
          'wire_api = "responses"',
          '[analytics]',
          'enabled = false',
        ].join('\n'),
      },
    }),
  },
  {
    name: 'opencode',
    package: 'opencode-ai@1.18.33',
    calls: (work) => [
      { name: 'read', input: { filePath: join(work, 'README.md') } },
      { name: 'write', input: { filePath: join(work, 'NOTES.md'), content } },
    ],
    start: ({ address, key, model, prompt }) => ({
      arguments: ['run', prompt],
      environment: { OPENCODE_DISABLE_MODELS_FETCH: '1' },
      files: {
        'work/opencode.json': JSON.stringify({
          autoupdate: false,
          share: 'disabled',
          model: `own/${model}`,
          small_model: `own/${model}`,
          permission: { edit: 'allow', bash: 'allow' },
          provider: {
            own: {
              npm: '@ai-sdk/openai-compatible',
              name: 'own',
              options: { baseURL: address, apiKey: key },
              models: { [model]: { name: model } },
            },
          },
        }),
      },
    }),
  },
  {
    name: 'qwen',
    package: '@qwen-code/qwen-code@0.15.10',
    calls: (work) => [
      { name: 'read_file', input: { file_path: join(work, 'README.md') } },
      { name: 'write_file', input: { file_path: join(work, 'NOTES.md'), content } },
    ],
    start: ({ address, key, model, prompt }) => ({
      arguments: ['-p', prompt, '-y', '--auth-type', 'openai'],
      environment: { OPENAI_BASE_URL: address, OPENAI_API_KEY: key, OPENAI_MODEL: model },
    }),
  },
]

const folder = await mkdtemp(join(tmpdir(), 'programs-'))
beforeAll(async () => {
  await writeFile(join(folder, 'package.json'), '{ "private": true }')
  const names = programs.map((program) => program.package)
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...names], { cwd: folder })
  return () => rm(folder, { recursive: true, force: true })
}, 900_000)

const models = ['fake-large', 'ant/large', 'oai/large']
const rows = programs.flatMap((program) => models.map((model) => [program.name, model, program] as const))

test.each(rows)('%s completes a task of three turns with %s', async (name, model, program) => {
  const home = await mkdtemp(join(tmpdir(), 'program-'))
  afterTest(() => rm(home, { recursive: true, force: true }))
  const work = join(home, 'work')
  await mkdir(work)
  await writeFile(join(work, 'README.md'), 'A library.\n')
  await run('git', ['init', '--quiet'], { cwd: work })
  const [reads, writes] = program.calls(work)
  const provider = await agentProvider(
    { thought: 'Let me see', toolCalls: [reads!] },
    { thought: 'Let me see', toolCalls: [writes!] },
    { text: 'Wrote the notes.' },
  )
  const server = await testServer(callSettings(provider))
  const at = await agencyWithModels(server, provider)
  const address = `${server.baseUrl}/v1/api/ai/w/${at.workspace}`
  const prompt = 'Read README.md, then write NOTES.md.'
  const started = program.start({ address, key: at.member.key!, model, prompt })
  for (const [path, text] of Object.entries(started.files ?? {})) {
    await mkdir(dirname(join(home, path)), { recursive: true })
    await writeFile(join(home, path), text)
  }
  const { PATH = '' } = process.env
  const env = { PATH, HOME: home, TERM: 'dumb', CI: '1', NO_COLOR: '1', ...started.environment }
  const bin = join(folder, 'node_modules/.bin', name)
  const ended = run(bin, [...started.arguments], { cwd: work, env, timeout: 100_000 })
  ended.child.stdin?.end()
  const { stdout } = await ended
  expect(stdout).toContain('Wrote the notes.')
  expect(await readFile(join(work, 'NOTES.md'), 'utf8')).toBe(content)
  expect(provider.seen.filter(({ tools = [] }) => tools.length > 0)).toHaveLength(3)
})
