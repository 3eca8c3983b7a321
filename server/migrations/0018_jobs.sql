-- Jobs are given out fairly by company: the next one is of the company that has fewest running. The companies that wait for a task
-- are found by one step in this index each, however many jobs one of them has queued, and so is the oldest due job of each.
create index jobs_by_company on graphile_worker._private_jobs (task_id, (coalesce((payload ->> 'companyId')::integer, 0)), run_at) where is_available;
-- The few that run now, to count them by company and to find those whose process fell silent.
create index jobs_running on graphile_worker._private_jobs (locked_at) where locked_at is not null;
