-- Messages and frames are found by their keys, the same way in every company. With statistics about companies the planner takes
-- one that came after the last ANALYZE for empty: each index that begins with the company then looks equally good, and it may
-- read all messages of the company to find one. Without them it takes the index that knows most of the key.
alter table messages alter column company_id set statistics 0;
alter table inbox alter column company_id set statistics 0;

-- Lists do depend on how much a company has; so that a growing one is noticed before the table has grown by a tenth.
alter table tickets set (autovacuum_analyze_scale_factor = 0.02);
alter table contacts set (autovacuum_analyze_scale_factor = 0.02);
