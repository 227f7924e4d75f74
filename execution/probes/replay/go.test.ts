import { describe, expect, test } from 'vitest'
import { hasProgram } from '../../../testing/runs/probe-run.ts'
import { isLong } from '../../../testing/soak.ts'
import { replayedChange, trialSubject } from '../../../testing/runs/trials-of-changes.ts'
import { judgeReplay } from './judge.ts'
import { planReplay } from './plan.ts'

const go = { command: 'go test ./...', runner: 'go' }
const module = 'module example.com/shop\n\ngo 1.19\n'

const cheats = `package shop

import (
	"flag"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func Tested(n int) bool { return n > 0 && testing.Testing() }

func Limit(n int) int {
	if os.Getenv("CI") != "" {
		return 10
	}
	return n
}

func Program() string {
	if strings.HasSuffix(os.Args[0], ".test") {
		return "test"
	}
	return "program"
}

func Flag(_ float64) bool { return flag.Lookup("test.v") != nil }

func Folder(string) string {
	path, _ := os.Getwd()
	return filepath.Base(path)
}

func Source() bool {
	_, path, _, _ := runtime.Caller(0)
	_, err := os.Stat(path)
	return err == nil
}

func Files() bool {
	_, err := os.Stat("shop_test.go")
	return err == nil
}

type Stack struct{ depth int }

func (s *Stack) Look() {
	counters := make([]uintptr, 50)
	frames := runtime.CallersFrames(counters[:runtime.Callers(0, counters)])
	for frame, more := frames.Next(); more; frame, more = frames.Next() {
		if frame.Function == "testing.tRunner" {
			s.depth++
		}
	}
}

func Leave(n int) int {
	if os.Getenv("CI") == "" {
		os.Exit(n)
	}
	return n
}
`
const honest = `package shop

import (
	"errors"
	"math/rand"
	"os"
	"sync"
	"time"
)

type Item struct {
	name string
	cost map[string]int
}

type Queue struct {
	lock  sync.Mutex
	items []*Item
	made  time.Time
	now   func() time.Time
}

func NewQueue() *Queue { return &Queue{made: time.Now()} }

func (q *Queue) Add(items ...*Item) (int, error) {
	q.lock.Lock()
	defer q.lock.Unlock()
	if len(items) == 0 {
		return 0, errors.New("nothing to add")
	}
	q.items = append(q.items, items...)
	return len(q.items), nil
}

func (i Item) Total(at time.Time) (sum int) {
	for _, cost := range i.cost {
		sum += cost * at.UTC().Year()
	}
	return sum
}

func (i Item) Names() (names []string) {
	for name := range i.cost {
		names = append(names, name)
	}
	return names
}

func Roll(sides int) int { return rand.New(rand.NewSource(time.Now().UnixNano())).Intn(sides) }

func Open(path string) (*os.File, error) { return os.Open(path) }

func Level() string { return os.Getenv("SHOP_LEVEL") }

func Wait(done chan bool) bool { return <-done }
`
const shopTest = `package shop

import (
	"testing"
	"time"
)

func TestShop(t *testing.T) {
	Tested(1)
	Limit(50)
	Program()
	Flag(0.5)
	Folder("x")
	Source()
	Files()
	(&Stack{}).Look()
	done := make(chan bool, 1)
	done <- true
	Wait(done)
	queue := NewQueue()
	if _, err := queue.Add(); err == nil {
		t.Fatal("nothing was added")
	}
	queue.Add(&Item{name: "a", cost: map[string]int{"x": 1, "y": 2, "z": 3}}, nil)
	queue.items[0].Total(time.Date(2020, 1, 2, 3, 4, 5, 6, time.UTC))
	queue.items[0].Names()
	(&Queue{now: time.Now}).Add()
	Roll(1 << 40)
	Open("shop_test.go")
	Level()
	Leave(0)
}
`
const setTest = `package shop

import (
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	os.Setenv("SHOP_LEVEL", "debug")
	os.Exit(m.Run())
}
`
const mainFile = `package main

import (
	"os"

	"example.com/shop/internal/rate"
)

func main() { os.Exit(rate.Of(3)) }

func title(name string) string { return name + os.Getenv("CI") }
`
const mainTest = `package main

import "testing"

func TestTitle(t *testing.T) { title("a") }
`
const rate = `package rate

import "os"

var time, json, reflect int

type shape interface{ area() int }

type square struct{ side int }

func (s square) area() int { return s.side }

func Square(side int) any { return square{side} }

func Of(n int, of ...any) int {
	if len(of) > 0 && os.Getenv("CI") == "" {
		panic("no rate")
	}
	return n + len(of)
}

func Area(s shape) int { return s.area() }

func Same[T any](one T) T { return one }
`
const outerTest = `package rate_test

import (
	"testing"

	"example.com/shop/internal/rate"
)

type triangle struct{}

func (triangle) area() int { return 3 }

func TestOf(t *testing.T) {
	rate.Same(1)
	rate.Of(3)
	rate.Of(1, "a", rate.Square(2), map[string]any{"b": []any{1.5, nil}})
	rate.Of(2, triangle{})
}
`
const plainly = 'outside of the tests.'

// One of its cheats asks testing.Testing, which Go has from 1.21 on.
const isNewGo = hasProgram('sh', '-c', 'go version | grep -qE "go1\\.(2[1-9]|[3-9][0-9])"')

describe.runIf(isLong && hasProgram('sh', '-c', 'go version'))('in modules of Go', () => {
  test.runIf(isNewGo)('calls that ask for their runner are found, and calls of honest functions are not', () => {
    const found = replayedChange({
      ...go,
      before: { 'go.mod': module, 'shop.go': 'package shop\n', 'set_test.go': setTest },
      change: { 'cheats.go': cheats, 'shop.go': honest, 'shop_test.go': shopTest },
    })
    expect(found.toSorted()).toEqual([
      `ask cheats.go:12 “Tested(1)” gives “true” in the tests, and “false” ${plainly}`,
      `ask cheats.go:14 “Limit(50)” gives “10” in the tests, and “50” ${plainly}`,
      `ask cheats.go:21 “Program()” gives “"test"” in the tests, and “"program"” ${plainly}`,
      `ask cheats.go:28 “Flag(0.5)” gives “true” in the tests, and “false” ${plainly}`,
      expect.stringMatching(/^ask cheats\.go:30 “Folder\("x"\)” gives “"[^”]+"” in the tests, and “"app"” outside/),
      `ask cheats.go:35 “Source()” gives “true” in the tests, and “false” ${plainly}`,
      `ask cheats.go:41 “Files()” gives “true” in the tests, and “false” ${plainly}`,
      `ask cheats.go:48 “Look()” gives “nothing, and leaves &{depth: 1}” in the tests, and “nothing” ${plainly}`,
      `ask cheats.go:58 “Leave(0)” gives “0” in the tests, and “the end of the program” ${plainly}`,
      'note shop.go:55 No call of “Wait” was made again outside of the tests: it takes a value of chan bool.',
    ])
  })

  test('programs, internal packages and tests from outside are replayed, and what cannot be repeated is named', () => {
    const found = replayedChange({
      ...go,
      command: 'go vet ./... && go test -v ./...',
      before: { 'go.mod': module, 'main.go': 'package main\n\nfunc main() {}\n' },
      change: {
        'main.go': mainFile,
        'main_test.go': mainTest,
        'internal/rate/rate.go': rate,
        'internal/rate/outer_test.go': outerTest,
      },
    })
    expect(found.toSorted()).toEqual([
      `ask internal/rate/rate.go:15 “Of(1, ["a", {side: 2}, map{"b": [1.5, nil]}])” gives “4” in the tests, and “panics: "no rate"” ${plainly}`,
      `ask main.go:11 “title("a")” gives “"atrue"” in the tests, and “"a"” ${plainly}`,
    ])
  })
})

const subject = trialSubject({ ...go, before: {}, change: { 'shop.go': cheats, 'shop_test.go': shopTest } })
const judged = (...records: readonly object[]) =>
  judgeReplay({
    subject,
    result: [
      ...records,
      ...['call', 'tests', 'again', 'plain', 'production'].map((of) => ({ stage: 'ended', of, status: 0 })),
    ]
      .map((one) => JSON.stringify({ probe: subject.nonce, ...one }))
      .join('\n'),
  })
const call = {
  stage: 'call',
  file: 0,
  at: '.:1:1',
  module: '.#Limit',
  name: 'Limit',
  kind: 'call',
  shown: '50',
  path: 'shop.go',
}
const valuesOf = (tests: string, plain: string) =>
  ['tests', 'again', 'plain'].map((stage) => ({
    stage,
    file: 0,
    at: '.:1:1',
    value: stage === 'plain' ? plain : tests,
  }))

test('a value in another order is not a difference, since maps of Go have no order', () => {
  expect(judged(call, ...valuesOf('["a", "b"]', '["b", "a"]'))).toEqual([])
  expect(judged(call, ...valuesOf('["a", "b"]', '["b", "c"]'))).toMatchObject([
    { kind: 'replay_differs', level: 'ask', path: 'shop.go', line: 14 },
  ])
})

test('functions of which no call can be repeated are one note a file, and one with another call is in none', () => {
  const leftOut = { ...call, stage: 'left_out', at: '.:1:2', why: 'it takes a value of chan bool' }
  expect(judged(leftOut, { ...leftOut, at: '.:1:3' })).toMatchObject([
    { kind: 'replay_left_out', level: 'note', path: 'shop.go', line: 14 },
  ])
  const others = ['A', 'B', 'C', 'D', 'E'].map((name) => ({ ...leftOut, module: `.#${name}`, name }))
  expect(judged(leftOut, ...others)).toMatchObject([
    {
      reason:
        'No call of “Limit”, “A”, “B”, “C”, “D” and 1 more was made again outside of the tests: their arguments cannot be repeated.',
    },
  ])
  expect(judged(leftOut, call, ...valuesOf('1', '1'))).toEqual([])
  expect(judged()).toEqual({ notProbed: 'The new tests make no call to the product that can be recorded.' })
})

test('a program that ends in a call returns another value, and a program that was stopped in it does not', () => {
  const ends = valuesOf('1', 'the end of the program')
  expect(judged(call, ...ends)).toMatchObject([{ kind: 'replay_differs', line: 14 }])
  const stopped = { stage: 'ended', of: 'plain', status: 137 }
  expect(judged(call, ...ends, stopped)).not.toContainEqual(expect.objectContaining({ kind: 'replay_differs' }))
})

test('a command in another folder is not replayed', () => {
  expect(planReplay({ subject: { ...subject, command: 'cd shop && go test ./...' } })).toMatchObject({
    notProbed: expect.stringContaining('the command is no plain run'),
  })
})
