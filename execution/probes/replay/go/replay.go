// Notes calls of the functions of its package, and makes noted calls again. Laid into packages in sandboxes alone: NONCE
// and the name of the package are replaced, and the names of functions and types are added.
package replay

import (
	bufio_NONCE "bufio"
	bytes_NONCE "bytes"
	context_NONCE "context"
	json_NONCE "encoding/json"
	errors_NONCE "errors"
	os_NONCE "os"
	reflect_NONCE "reflect"
	runtime_NONCE "runtime"
	sort_NONCE "sort"
	strconv_NONCE "strconv"
	strings_NONCE "strings"
	sync_NONCE "sync"
	time_NONCE "time"
	unsafe_NONCE "unsafe"
)

var (
	functions_NONCE map[string]interface{}
	paths_NONCE     map[string]string
	types_NONCE     map[string]reflect_NONCE.Type
	lock_NONCE      sync_NONCE.Mutex
	noted_NONCE     = map[string]bool{}
	counts_NONCE    = map[string]int{}
	count_NONCE     int
)

const (
	callsMost_NONCE = 200
	eachMost_NONCE  = 20
	callChars_NONCE = 16 << 10
	nodesMost_NONCE = 5000
	depthMost_NONCE = 60
	answerIn_NONCE  = 5 * time_NONCE.Second
	ends_NONCE      = "the end of the program"
)

type record_type_NONCE struct {
	Probe  string        `json:"probe"`
	Stage  string        `json:"stage"`
	File   int           `json:"file"`
	At     string        `json:"at"`
	Kind   string        `json:"kind,omitempty"`
	Own    string        `json:"package,omitempty"`
	Module string        `json:"module,omitempty"`
	Target string        `json:"target,omitempty"`
	Name   string        `json:"name,omitempty"`
	Path   string        `json:"path,omitempty"`
	Shown  string        `json:"shown"`
	Why    string        `json:"why,omitempty"`
	Value  *string       `json:"value,omitempty"`
	Args   []interface{} `json:"args,omitempty"`
}

func say_NONCE(one record_type_NONCE) {
	one.Probe = "NONCE"
	text, err := json_NONCE.Marshal(one)
	if err != nil {
		return
	}
	file, err := os_NONCE.OpenFile(os_NONCE.Getenv("ATELIER_RESULT"), os_NONCE.O_APPEND|os_NONCE.O_CREATE|os_NONCE.O_WRONLY, 0644)
	if err != nil {
		return
	}
	file.Write([]byte("\n" + string(text) + "\n"))
	file.Close()
}

// record_NONCE notes a call that a test makes, with its arguments; the receiver of a method is the first one.
func record_NONCE(target string, args ...interface{}) {
	file, ok := testAbove_NONCE()
	if !ok {
		return
	}
	lock_NONCE.Lock()
	defer lock_NONCE.Unlock()
	function, known := functions_NONCE[target]
	if !known || count_NONCE >= callsMost_NONCE || counts_NONCE[target] >= eachMost_NONCE {
		return
	}
	kind := reflect_NONCE.TypeOf(function)
	name := target[strings_NONCE.LastIndex(target, ".")+1:]
	one := record_type_NONCE{Stage: "call", File: file, Kind: "call", Own: module_NONCE, Target: target, Name: name}
	one.Module = module_NONCE + "#" + target
	one.Path = strings_NONCE.TrimPrefix(module_NONCE+"/"+paths_NONCE[target], "./")
	encoder := &encoder_NONCE{pointers: map[pointer_NONCE]int{}}
	var shown []string
	for at, arg := range args {
		value := reflect_NONCE.New(kind.In(at)).Elem()
		if arg != nil {
			value.Set(reflect_NONCE.ValueOf(arg))
		}
		if at > 0 || kind.NumIn() == 0 || !strings_NONCE.Contains(target, ".") {
			shown = append(shown, text_NONCE(value))
		}
		encoded, why := encoder.encode(value, 0)
		if why != "" {
			one.Stage, one.Why = "left_out", why
			one.Args, shown = nil, nil
			break
		}
		one.Args = append(one.Args, encoded)
	}
	one.Shown = strings_NONCE.Join(shown, ", ")
	if len(one.Shown) > 300 {
		one.Shown = strings_NONCE.ToValidUTF8(one.Shown[:300], "")
	}
	text, err := json_NONCE.Marshal(one)
	if err != nil || noted_NONCE[string(text)] {
		return
	}
	noted_NONCE[string(text)] = true
	if len(text) > callChars_NONCE {
		one.Stage, one.Why, one.Args, one.Shown = "left_out", "its arguments are too large", nil, ""
	}
	count_NONCE++
	counts_NONCE[target]++
	one.At = module_NONCE + ":" + strconv_NONCE.Itoa(os_NONCE.Getpid()) + ":" + strconv_NONCE.Itoa(count_NONCE)
	say_NONCE(one)
}

// testAbove_NONCE is the number of the test file that makes a call, itself or by a helper of tests.
func testAbove_NONCE() (int, bool) {
	var tests []string
	if json_NONCE.Unmarshal([]byte(os_NONCE.Getenv("ATELIER_TESTS")), &tests) != nil {
		return 0, false
	}
	counters := make([]uintptr, 50)
	frames := runtime_NONCE.CallersFrames(counters[:runtime_NONCE.Callers(4, counters)])
	for isFirst := true; ; isFirst = false {
		frame, more := frames.Next()
		if isFirst && !strings_NONCE.HasSuffix(frame.File, "_test.go") {
			return 0, false
		}
		for at, test := range tests {
			if strings_NONCE.HasSuffix(frame.File, "/"+test) {
				return at, true
			}
		}
		if !more {
			return 0, false
		}
	}
}

// named_NONCE are the types that a value of an interface may have, beside those of the language.
func named_NONCE(name string) reflect_NONCE.Type {
	if strings_NONCE.HasPrefix(name, "*") {
		if inner := named_NONCE(name[1:]); inner != nil {
			return reflect_NONCE.PtrTo(inner)
		}
		return nil
	}
	if strings_NONCE.HasPrefix(name, "[]") {
		if inner := named_NONCE(name[2:]); inner != nil {
			return reflect_NONCE.SliceOf(inner)
		}
		return nil
	}
	if own := types_NONCE[name]; own != nil {
		return own
	}
	for _, one := range []interface{}{
		false, "", 0, int8(0), int16(0), int32(0), int64(0), uint(0), uint8(0), uint16(0), uint32(0), uint64(0), uintptr(0),
		float32(0), float64(0), complex64(0), complex128(0), map[string]interface{}{}, map[string]string{}, map[string]int{},
		time_NONCE.Time{}, time_NONCE.Duration(0), strings_NONCE.Reader{}, bytes_NONCE.Buffer{}, bytes_NONCE.Reader{},
		context_NONCE.Background(), context_NONCE.TODO(), struct{}{}, json_NONCE.Number(""),
	} {
		if kind := reflect_NONCE.TypeOf(one); kind.String() == name {
			return kind
		}
	}
	if name == "interface {}" {
		return reflect_NONCE.TypeOf((*interface{})(nil)).Elem()
	}
	if kind := reflect_NONCE.TypeOf(errors_NONCE.New("")).Elem(); kind.String() == name {
		return kind
	}
	return nil
}

func nameOf_NONCE(kind reflect_NONCE.Type) string {
	if kind.Name() == "" && kind.Kind() == reflect_NONCE.Ptr {
		if inner := nameOf_NONCE(kind.Elem()); inner != "" {
			return "*" + inner
		}
	}
	if kind.Name() == "" && kind.Kind() == reflect_NONCE.Slice {
		if inner := nameOf_NONCE(kind.Elem()); inner != "" {
			return "[]" + inner
		}
	}
	for _, name := range []string{kind.Name(), kind.String()} {
		if name != "" && named_NONCE(name) == kind {
			return name
		}
	}
	return ""
}

type pointer_NONCE struct {
	at   uintptr
	kind reflect_NONCE.Type
}

type encoder_NONCE struct {
	pointers map[pointer_NONCE]int
	nodes    int
}

// opened_NONCE is a value that may be read and taken the address of, fields without a capital included.
func opened_NONCE(value reflect_NONCE.Value) reflect_NONCE.Value {
	if value.CanAddr() {
		return reflect_NONCE.NewAt(value.Type(), unsafe_NONCE.Pointer(value.UnsafeAddr())).Elem()
	}
	copied := reflect_NONCE.New(value.Type()).Elem()
	copied.Set(value)
	return copied
}

// encode gives a value as JSON has it, or the reason why it cannot be made again.
func (e *encoder_NONCE) encode(value reflect_NONCE.Value, depth int) (interface{}, string) {
	e.nodes++
	if e.nodes > nodesMost_NONCE || depth > depthMost_NONCE {
		return nil, "its arguments are too large"
	}
	value = opened_NONCE(value)
	list := func(count int, item func(int) reflect_NONCE.Value) (interface{}, string) {
		items := []interface{}{}
		for at := 0; at < count; at++ {
			one, why := e.encode(item(at), depth+1)
			if why != "" {
				return nil, why
			}
			items = append(items, one)
		}
		return items, ""
	}
	switch value.Kind() {
	case reflect_NONCE.Bool, reflect_NONCE.String, reflect_NONCE.Complex64, reflect_NONCE.Complex128:
		return scalar_NONCE(value), ""
	case reflect_NONCE.Slice:
		if value.IsNil() {
			return nil, ""
		}
		return list(value.Len(), value.Index)
	case reflect_NONCE.Array:
		return list(value.Len(), value.Index)
	case reflect_NONCE.Struct:
		if moment, ok := value.Interface().(time_NONCE.Time); ok {
			_, offset := moment.Zone()
			isLocal := moment.Location() == time_NONCE.Local
			return []interface{}{strconv_NONCE.FormatInt(moment.Unix(), 10), moment.Nanosecond(), offset, moment.Location().String(), isLocal, moment.IsZero()}, ""
		}
		return list(value.NumField(), value.Field)
	case reflect_NONCE.Map:
		if value.IsNil() {
			return nil, ""
		}
		pairs := []interface{}{}
		for _, key := range value.MapKeys() {
			pair, why := list(2, func(at int) reflect_NONCE.Value {
				if at == 0 {
					return key
				}
				return value.MapIndex(key)
			})
			if why != "" {
				return nil, why
			}
			pairs = append(pairs, pair)
		}
		return pairs, ""
	case reflect_NONCE.Ptr:
		if value.IsNil() {
			return nil, ""
		}
		place := pointer_NONCE{value.Pointer(), value.Type()}
		if known, ok := e.pointers[place]; ok {
			return []interface{}{known}, ""
		}
		own := len(e.pointers)
		e.pointers[place] = own
		inner, why := e.encode(value.Elem(), depth+1)
		return []interface{}{own, inner}, why
	case reflect_NONCE.Interface:
		if value.IsNil() {
			return nil, ""
		}
		name := nameOf_NONCE(value.Elem().Type())
		if name == "" {
			return nil, "it takes an interface with a value of " + value.Elem().Type().String()
		}
		inner, why := e.encode(value.Elem(), depth+1)
		return []interface{}{name, inner}, why
	case reflect_NONCE.Func, reflect_NONCE.Chan, reflect_NONCE.UnsafePointer:
		if value.IsNil() {
			return nil, ""
		}
		return nil, "it takes a value of " + value.Type().String()
	}
	return scalar_NONCE(value), ""
}

func scalar_NONCE(value reflect_NONCE.Value) string {
	switch value.Kind() {
	case reflect_NONCE.Bool:
		return strconv_NONCE.FormatBool(value.Bool())
	case reflect_NONCE.String:
		return strconv_NONCE.QuoteToASCII(value.String())
	case reflect_NONCE.Float32, reflect_NONCE.Float64:
		return strconv_NONCE.FormatFloat(value.Float(), 'g', -1, 64)
	case reflect_NONCE.Complex64, reflect_NONCE.Complex128:
		number := value.Complex()
		return strconv_NONCE.FormatFloat(real(number), 'g', -1, 64) + " " + strconv_NONCE.FormatFloat(imag(number), 'g', -1, 64)
	case reflect_NONCE.Int, reflect_NONCE.Int8, reflect_NONCE.Int16, reflect_NONCE.Int32, reflect_NONCE.Int64:
		return strconv_NONCE.FormatInt(value.Int(), 10)
	}
	return strconv_NONCE.FormatUint(value.Uint(), 10)
}

// decode sets a value to what encode gave. It panics for anything else.
func decode_NONCE(value reflect_NONCE.Value, given interface{}, pointers map[int]reflect_NONCE.Value) {
	value = opened_NONCE(value)
	kind := value.Type()
	list := func(items []interface{}, item func(int) reflect_NONCE.Value) {
		for at, one := range items {
			decode_NONCE(item(at), one, pointers)
		}
	}
	switch value.Kind() {
	case reflect_NONCE.Slice, reflect_NONCE.Map, reflect_NONCE.Ptr, reflect_NONCE.Interface, reflect_NONCE.Func, reflect_NONCE.Chan, reflect_NONCE.UnsafePointer:
		if given == nil {
			return
		}
	}
	switch value.Kind() {
	case reflect_NONCE.Slice:
		items := given.([]interface{})
		value.Set(reflect_NONCE.MakeSlice(kind, len(items), len(items)))
		list(items, value.Index)
	case reflect_NONCE.Array:
		list(given.([]interface{}), value.Index)
	case reflect_NONCE.Struct:
		if _, ok := value.Interface().(time_NONCE.Time); ok {
			value.Set(reflect_NONCE.ValueOf(moment_NONCE(given.([]interface{}))).Convert(kind))
			return
		}
		list(given.([]interface{}), value.Field)
	case reflect_NONCE.Map:
		value.Set(reflect_NONCE.MakeMap(kind))
		for _, pair := range given.([]interface{}) {
			key, item := reflect_NONCE.New(kind.Key()).Elem(), reflect_NONCE.New(kind.Elem()).Elem()
			decode_NONCE(key, pair.([]interface{})[0], pointers)
			decode_NONCE(item, pair.([]interface{})[1], pointers)
			value.SetMapIndex(key, item)
		}
	case reflect_NONCE.Ptr:
		parts := given.([]interface{})
		own := int(parts[0].(float64))
		if len(parts) == 1 {
			value.Set(pointers[own])
			return
		}
		made := reflect_NONCE.New(kind.Elem())
		pointers[own] = made
		decode_NONCE(made.Elem(), parts[1], pointers)
		value.Set(made.Convert(kind))
	case reflect_NONCE.Interface:
		parts := given.([]interface{})
		inner := reflect_NONCE.New(named_NONCE(parts[0].(string))).Elem()
		decode_NONCE(inner, parts[1], pointers)
		value.Set(inner)
	default:
		setScalar_NONCE(value, given.(string))
	}
}

func moment_NONCE(parts []interface{}) time_NONCE.Time {
	seconds, _ := strconv_NONCE.ParseInt(parts[0].(string), 10, 64)
	if parts[5].(bool) {
		return time_NONCE.Time{}
	}
	moment := time_NONCE.Unix(seconds, int64(parts[1].(float64)))
	if parts[4].(bool) {
		return moment
	}
	name, offset := parts[3].(string), int(parts[2].(float64))
	if name == "UTC" {
		return moment.UTC()
	}
	if place, err := time_NONCE.LoadLocation(name); err == nil {
		return moment.In(place)
	}
	return moment.In(time_NONCE.FixedZone(name, offset))
}

func setScalar_NONCE(value reflect_NONCE.Value, text string) {
	switch value.Kind() {
	case reflect_NONCE.Bool:
		value.SetBool(text == "true")
	case reflect_NONCE.String:
		plain, err := strconv_NONCE.Unquote(text)
		if err != nil {
			panic(err)
		}
		value.SetString(plain)
	case reflect_NONCE.Float32, reflect_NONCE.Float64:
		number, _ := strconv_NONCE.ParseFloat(text, 64)
		value.SetFloat(number)
	case reflect_NONCE.Complex64, reflect_NONCE.Complex128:
		parts := strings_NONCE.Split(text, " ")
		first, _ := strconv_NONCE.ParseFloat(parts[0], 64)
		second, _ := strconv_NONCE.ParseFloat(parts[1], 64)
		value.SetComplex(complex(first, second))
	case reflect_NONCE.Int, reflect_NONCE.Int8, reflect_NONCE.Int16, reflect_NONCE.Int32, reflect_NONCE.Int64:
		number, _ := strconv_NONCE.ParseInt(text, 10, 64)
		value.SetInt(number)
	default:
		number, _ := strconv_NONCE.ParseUint(text, 10, 64)
		value.SetUint(number)
	}
}

// text_NONCE shows a value in a line: keys of maps in their order, no addresses, and no folder of this run.
func text_NONCE(value reflect_NONCE.Value) string {
	text := (&printer_NONCE{seen: map[pointer_NONCE]bool{}}).text(value, 0)
	if root := os_NONCE.Getenv("ATELIER_ROOT"); root != "" {
		text = strings_NONCE.Replace(text, root, "<root>", -1)
	}
	if len(text) > 4000 {
		text = strings_NONCE.ToValidUTF8(text[:4000], "")
	}
	return text
}

type printer_NONCE struct {
	seen  map[pointer_NONCE]bool
	nodes int
}

func (p *printer_NONCE) text(value reflect_NONCE.Value, depth int) string {
	p.nodes++
	if depth > 8 || p.nodes > nodesMost_NONCE {
		return "…"
	}
	if !value.IsValid() {
		return "nil"
	}
	value = opened_NONCE(value)
	list := func(count int, item func(int) string) string {
		var items []string
		for at := 0; at < count && at < 200; at++ {
			items = append(items, item(at))
		}
		return strings_NONCE.Join(items, ", ")
	}
	switch value.Kind() {
	case reflect_NONCE.Slice, reflect_NONCE.Map, reflect_NONCE.Ptr, reflect_NONCE.Interface, reflect_NONCE.Func, reflect_NONCE.Chan:
		if value.IsNil() {
			return "nil"
		}
	}
	switch value.Kind() {
	case reflect_NONCE.Interface:
		inner := value.Elem()
		if failure, ok := inner.Interface().(error); ok {
			return "error " + strconv_NONCE.Quote(message_NONCE(failure))
		}
		return p.text(inner, depth+1)
	case reflect_NONCE.Slice, reflect_NONCE.Array:
		if value.Type().Elem().Kind() == reflect_NONCE.Uint8 && value.Kind() == reflect_NONCE.Slice {
			return strconv_NONCE.Quote(string(value.Bytes()))
		}
		return "[" + list(value.Len(), func(at int) string { return p.text(value.Index(at), depth+1) }) + "]"
	case reflect_NONCE.Map:
		var pairs []string
		for _, key := range value.MapKeys() {
			if len(pairs) == 1000 {
				break
			}
			pairs = append(pairs, p.text(key, depth+1)+": "+p.text(value.MapIndex(key), depth+1))
		}
		sort_NONCE.Strings(pairs)
		return "map{" + list(len(pairs), func(at int) string { return pairs[at] }) + "}"
	case reflect_NONCE.Struct:
		if moment, ok := value.Interface().(time_NONCE.Time); ok {
			// A moment is the same in another time zone of the machine.
			if moment.Location() == time_NONCE.Local {
				moment = moment.UTC()
			}
			return moment.Format(time_NONCE.RFC3339Nano)
		}
		if isOpaque_NONCE(value.Type().PkgPath()) {
			return value.Type().String()
		}
		return "{" + list(value.NumField(), func(at int) string {
			return value.Type().Field(at).Name + ": " + p.text(value.Field(at), depth+1)
		}) + "}"
	case reflect_NONCE.Ptr:
		place := pointer_NONCE{value.Pointer(), value.Type()}
		if p.seen[place] {
			return "cycle"
		}
		p.seen[place] = true
		defer delete(p.seen, place)
		return "&" + p.text(value.Elem(), depth+1)
	case reflect_NONCE.Func, reflect_NONCE.Chan, reflect_NONCE.UnsafePointer, reflect_NONCE.Uintptr:
		return value.Type().String()
	case reflect_NONCE.String:
		text := value.String()
		if len(text) > 2000 {
			text = text[:2000]
		}
		return strconv_NONCE.Quote(text)
	}
	return scalar_NONCE(value)
}

// isOpaque_NONCE says of which packages structs hold what the system or the scheduler gave them.
func isOpaque_NONCE(path string) bool {
	switch strings_NONCE.SplitN(path, "/", 2)[0] {
	case "context", "internal", "log", "net", "os", "runtime", "testing", "time":
		return path != "net/url" && path != "net/netip" && path != "net/mail"
	}
	return path == "sync" || path == "database/sql" || strings_NONCE.HasPrefix(path, "math/rand")
}

func message_NONCE(failure error) (text string) {
	defer func() {
		if recover() != nil {
			text = "no message"
		}
	}()
	return failure.Error()
}

// Replay_NONCE makes the noted calls of the package once more, and notes what they give.
func Replay_NONCE() {
	file, err := os_NONCE.Open(os_NONCE.Getenv("ATELIER_RESULT"))
	if err != nil {
		return
	}
	var calls []record_type_NONCE
	lines := bufio_NONCE.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var one record_type_NONCE
		if strings_NONCE.HasPrefix(lines.Text(), `{"probe":"NONCE","stage":"call"`) && json_NONCE.Unmarshal(lines.Bytes(), &one) == nil && one.Own == module_NONCE {
			calls = append(calls, one)
		}
	}
	file.Close()
	replayFrom_NONCE(calls, 0)
}

// replayFrom_NONCE makes the calls where it was called itself, so that each has the stack of a test or of a program. A
// call without an answer is left behind: the next ones are made beside it.
func replayFrom_NONCE(calls []record_type_NONCE, from int) {
	for at := from; at < len(calls); at++ {
		call, next := calls[at], at+1
		answer := func(value string) {
			say_NONCE(record_type_NONCE{Stage: os_NONCE.Getenv("ATELIER_STAGE"), File: call.File, At: call.At, Value: &value})
		}
		isSettled := false
		settle := func() bool {
			lock_NONCE.Lock()
			defer lock_NONCE.Unlock()
			was := isSettled
			isSettled = true
			return !was
		}
		timer := time_NONCE.AfterFunc(answerIn_NONCE, func() {
			if !settle() {
				return
			}
			answer("no answer within 5 seconds")
			replayFrom_NONCE(calls, next)
			os_NONCE.Exit(0)
		})
		args, isKnown := argsOf_NONCE(reflect_NONCE.ValueOf(functions_NONCE[call.Target]), call.Args)
		value := ""
		if isKnown {
			// It stays the answer of a call that does not come back.
			answer(ends_NONCE)
			value = made_NONCE(reflect_NONCE.ValueOf(functions_NONCE[call.Target]), args)
		}
		timer.Stop()
		if !settle() {
			select {}
		}
		if isKnown {
			answer(value)
		}
	}
}

func made_NONCE(function reflect_NONCE.Value, args []reflect_NONCE.Value) string {
	var before []string
	for _, arg := range args {
		before = append(before, text_NONCE(arg))
	}
	text := answer_NONCE(function, args)
	for at, arg := range args {
		if after := text_NONCE(arg); after != before[at] {
			text += ", and leaves " + after
		}
	}
	if len(text) > 4000 {
		text = strings_NONCE.ToValidUTF8(text[:4000], "")
	}
	return text
}

func argsOf_NONCE(function reflect_NONCE.Value, given []interface{}) (args []reflect_NONCE.Value, ok bool) {
	if !function.IsValid() || function.Type().NumIn() != len(given) {
		return nil, false
	}
	defer func() {
		if recover() != nil {
			args, ok = nil, false
		}
	}()
	pointers := map[int]reflect_NONCE.Value{}
	for at, one := range given {
		arg := reflect_NONCE.New(function.Type().In(at)).Elem()
		decode_NONCE(arg, one, pointers)
		args = append(args, arg)
	}
	return args, true
}

func answer_NONCE(function reflect_NONCE.Value, args []reflect_NONCE.Value) (text string) {
	defer func() {
		if failure := recover(); failure != nil {
			text = "panics: " + text_NONCE(reflect_NONCE.ValueOf(&failure).Elem())
			// Tests of Go do so for a program that ends.
			if strings_NONCE.Contains(text, "unexpected call to os.Exit") {
				text = ends_NONCE
			}
		}
	}()
	var results []reflect_NONCE.Value
	if function.Type().IsVariadic() {
		results = function.CallSlice(args)
	} else {
		results = function.Call(args)
	}
	var shown []string
	for _, one := range results {
		shown = append(shown, text_NONCE(one))
	}
	if len(shown) == 0 {
		return "nothing"
	}
	return strings_NONCE.Join(shown, ", ")
}
