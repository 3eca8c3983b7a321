-- The running server connects with roles of its own, which are members of these groups and own nothing. prosa_jobs serves the queue of
-- background work: it reaches the job tables and no others.
grant usage on schema graphile_worker to prosa_jobs;
grant select, insert, update, delete
  on graphile_worker._private_jobs, graphile_worker._private_tasks, graphile_worker._private_job_queues, graphile_worker._private_known_crontabs
  to prosa_jobs;
create policy job_rows on graphile_worker._private_jobs to prosa_jobs using (true) with check (true);
create policy job_rows on graphile_worker._private_tasks to prosa_jobs using (true) with check (true);
create policy job_rows on graphile_worker._private_job_queues to prosa_jobs using (true) with check (true);
create policy job_rows on graphile_worker._private_known_crontabs to prosa_jobs using (true) with check (true);
