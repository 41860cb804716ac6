package simulate

import (
	"context"
	"sync"

	"github.com/dubboaudit/dubboaudit/lang"
)

// Evaluate plays every column, and draws its calls when there is a load.
func Evaluate(ctx context.Context, columns []Column, load *Load) error {
	for i := range columns {
		c := &columns[i]
		if err := c.Scenario.Check(); err != nil {
			return lang.Errorf("%s: %v", c.Name, err)
		}
		if load != nil {
			if err := load.check(c.Scenario.size()); err != nil {
				return lang.Errorf("%s: %v", c.Name, err)
			}
		}
		c.Outcome = Run(c.Scenario)
	}
	if load == nil {
		return nil
	}
	var all sync.WaitGroup
	errs := make([]error, len(columns))
	for i := range columns {
		all.Go(func() { columns[i].Estimate, errs[i] = Guess(ctx, columns[i].Scenario, *load) })
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
