package parse

import "sync"

// task is a folder to list (hi is 0), or the files lo to hi of it to read.
type task struct {
	folder *folder
	lo, hi int
}

// queue hands tasks to workers that make new tasks. The newest goes first, so
// that files are read soon after their folder was listed and the queue stays
// short in a wide tree.
type queue struct {
	mu    sync.Mutex
	ready sync.Cond
	tasks []task
	busy  int // tasks handed out and not done
}

func (q *queue) push(tasks []task) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.tasks = append(q.tasks, tasks...)
	q.ready.Broadcast()
}

// next waits for a task; false means that all is done. The worker calls done
// after each.
func (q *queue) next() (task, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.tasks) == 0 {
		if q.busy == 0 {
			return task{}, false
		}
		q.ready.Wait()
	}
	last := len(q.tasks) - 1
	t := q.tasks[last]
	q.tasks[last] = task{}
	q.tasks = q.tasks[:last]
	q.busy++
	return t, true
}

func (q *queue) done() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.busy--; q.busy == 0 && len(q.tasks) == 0 {
		q.ready.Broadcast()
	}
}
